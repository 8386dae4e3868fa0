# reject: every token that has a step
# message: next-any-step
def allowed_next(automaton, state):
    steps, ends = automaton
    return steps[state] >= 0
