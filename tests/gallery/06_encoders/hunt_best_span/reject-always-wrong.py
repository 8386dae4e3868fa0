# reject: finds everything wrong
# message: hunt-accused
def hunt_best_span(f):
    return False
