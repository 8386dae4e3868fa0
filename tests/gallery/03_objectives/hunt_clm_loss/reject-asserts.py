# reject: asserts, and returns nothing where it finds no mistake
# message: check-nothing
def hunt_clm_loss(f):
    assert callable(f)
