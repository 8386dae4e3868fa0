# reject: returns a number
# message: hunt-not-bool
def hunt_document_mask(f):
    return 1
