# reject: returns a number
# message: hunt-not-bool
def hunt_top_p_filter(f):
    return 1
