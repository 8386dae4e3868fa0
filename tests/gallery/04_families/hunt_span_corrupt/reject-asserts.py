# reject: asserts, and returns nothing where it finds no mistake
# message: check-nothing
def hunt_span_corrupt(f):
    assert callable(f)
