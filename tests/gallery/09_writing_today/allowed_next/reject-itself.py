# reject: never back into the same state
# message: next-not-itself
def allowed_next(automaton, state):

    steps, ends = automaton
    alive = ends.clone()
    for _ in range(len(ends)):
        alive = alive | (alive[steps] & (steps >= 0)).any(1)
    return alive[steps[state]] & (steps[state] >= 0) & (steps[state] != state)
