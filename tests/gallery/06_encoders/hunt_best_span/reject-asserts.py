# reject: asserts, and returns nothing where it finds no mistake
# message: check-nothing
def hunt_best_span(f):
    assert callable(f)
