# reject: only steps into an end
# message: next-end-at-once
def allowed_next(automaton, state):
    steps, ends = automaton
    return (steps[state] >= 0) & ends[steps[state]]
