# reject: finds everything wrong
# message: hunt-accused
def hunt_document_mask(f):
    return False
