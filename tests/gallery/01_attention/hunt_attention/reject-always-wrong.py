# reject: finds everything wrong
# message: hunt-accused
def hunt_attention(f):
    return False
