# reject: asserts, and returns nothing where it finds no mistake
# message: check-nothing
def hunt_speculative(f):
    assert callable(f)
