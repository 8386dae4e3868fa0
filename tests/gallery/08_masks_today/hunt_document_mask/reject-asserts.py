# reject: asserts, and returns nothing where it finds no mistake
# message: check-nothing
def hunt_document_mask(f):
    assert callable(f)
