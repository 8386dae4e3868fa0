# reject: finds everything wrong
# message: hunt-accused
def hunt_speculative(f):
    return False
