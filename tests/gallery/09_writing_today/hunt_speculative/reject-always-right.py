# reject: finds everything right
# message: hunt-slipped
def hunt_speculative(f):
    return True
