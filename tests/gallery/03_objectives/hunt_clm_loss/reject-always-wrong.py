# reject: finds everything wrong
# message: hunt-accused
def hunt_clm_loss(f):
    return False
