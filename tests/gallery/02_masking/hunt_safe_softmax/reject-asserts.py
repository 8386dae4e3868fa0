# reject: asserts, and returns nothing where it finds no mistake
# message: check-nothing
def hunt_safe_softmax(f):
    assert callable(f)
