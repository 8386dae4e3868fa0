# reject: asserts, and returns nothing where it finds no mistake
# message: check-nothing
def hunt_top_p_filter(f):
    assert callable(f)
