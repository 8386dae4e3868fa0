# reject: finds everything right
# message: hunt-slipped
def hunt_span_corrupt(f):
    return True
