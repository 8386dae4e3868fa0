# reject: asks whether the next state has a way on
# message: next-one-ahead
def allowed_next(automaton, state):
    steps, ends = automaton
    return (steps[state] >= 0) & (steps >= 0).any(1)[steps[state]]
