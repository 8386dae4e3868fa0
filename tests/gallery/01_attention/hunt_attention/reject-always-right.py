# reject: finds everything right
# message: hunt-slipped
def hunt_attention(f):
    return True
