# reject: finds everything right
# message: hunt-slipped
def hunt_top_p_filter(f):
    return True
