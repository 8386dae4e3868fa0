# reject: prints its verdict
# message: check-nothing
def hunt_sequence_log_prob(f):
    print('right')
