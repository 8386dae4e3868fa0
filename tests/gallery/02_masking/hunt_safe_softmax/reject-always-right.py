# reject: finds everything right
# message: hunt-slipped
def hunt_safe_softmax(f):
    return True
