# reject: an end or any way on
# message: next-one-ahead
def allowed_next(automaton, state):
    steps, ends = automaton
    good = ends | (steps >= 0).any(1)
    return (steps[state] >= 0) & good[steps[state]]
