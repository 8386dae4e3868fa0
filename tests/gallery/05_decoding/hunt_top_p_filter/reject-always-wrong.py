# reject: finds everything wrong
# message: hunt-accused
def hunt_top_p_filter(f):
    return False
