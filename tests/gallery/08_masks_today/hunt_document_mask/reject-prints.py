# reject: prints its verdict
# message: check-nothing
def hunt_document_mask(f):
    print("right")
