# reject: finds everything wrong
# message: hunt-accused
def hunt_sequence_log_prob(f):
    return False
