# reject: asserts, and returns nothing where it finds no mistake
# message: check-nothing
def hunt_sequence_log_prob(f):
    assert callable(f)
