# reject: returns a number
# message: hunt-not-bool
def hunt_span_corrupt(f):
    return 1
