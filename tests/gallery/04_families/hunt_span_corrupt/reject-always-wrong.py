# reject: finds everything wrong
# message: hunt-accused
def hunt_span_corrupt(f):
    return False
