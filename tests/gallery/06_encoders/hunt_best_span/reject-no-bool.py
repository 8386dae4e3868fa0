# reject: returns a number
# message: hunt-not-bool
def hunt_best_span(f):
    return 1
