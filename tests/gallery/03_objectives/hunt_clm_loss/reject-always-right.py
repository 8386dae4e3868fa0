# reject: finds everything right
# message: hunt-slipped
def hunt_clm_loss(f):
    return True
