# reject: finds everything right
# message: hunt-slipped
def hunt_document_mask(f):
    return True
