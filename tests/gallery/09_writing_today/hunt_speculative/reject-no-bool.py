# reject: returns a number
# message: hunt-not-bool
def hunt_speculative(f):
    return 1
