# reject: returns a number
# message: hunt-not-bool
def hunt_sequence_log_prob(f):
    return 1
