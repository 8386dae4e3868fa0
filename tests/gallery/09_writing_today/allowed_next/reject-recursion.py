# reject: recursion
# message: next-not-itself
def allowed_next(automaton, state):

    steps, ends = automaton
    seen = {}

    def finishes(s):
        if s in seen:
            return seen[s]
        seen[s] = bool(ends[s])
        for t in steps[s].tolist():
            if t >= 0 and finishes(t):
                seen[s] = True
        return seen[s]

    return torch.tensor([t >= 0 and finishes(t) for t in steps[state].tolist()])
