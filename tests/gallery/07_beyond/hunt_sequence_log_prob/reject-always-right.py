# reject: finds everything right
# message: hunt-slipped
def hunt_sequence_log_prob(f):
    return True
