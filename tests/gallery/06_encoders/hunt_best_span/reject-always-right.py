# reject: finds everything right
# message: hunt-slipped
def hunt_best_span(f):
    return True
