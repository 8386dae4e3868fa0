# reject: a depth-first search that notes a dead end too early
# message: next-two-ahead
def allowed_next(automaton, state):

    steps, ends = automaton
    rows, known = steps.tolist(), {}

    def finishes(s):
        if s not in known:
            known[s] = bool(ends[s])
            known[s] = known[s] or any(t >= 0 and finishes(t) for t in rows[s])
        return known[s]

    return torch.tensor([t >= 0 and finishes(t) for t in rows[state]])
