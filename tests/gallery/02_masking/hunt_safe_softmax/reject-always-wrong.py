# reject: finds everything wrong
# message: hunt-accused
def hunt_safe_softmax(f):
    return False
