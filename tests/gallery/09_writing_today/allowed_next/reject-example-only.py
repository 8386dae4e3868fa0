# reject: the answer of the example
# message: next-end-at-once
def allowed_next(automaton, state):
    v = automaton[0].shape[1]
    return torch.arange(v) == 0
