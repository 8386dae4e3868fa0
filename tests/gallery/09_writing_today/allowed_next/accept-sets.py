# accept: sets of states, one round after the other
def allowed_next(automaton, state):

    steps, ends = automaton
    edges = [(s, t) for s, row in enumerate(steps.tolist()) for t in set(row) if t >= 0]
    into = {}
    for s, t in edges:
        into.setdefault(t, set()).add(s)
    alive = new = {s for s, end in enumerate(ends.tolist()) if end}
    while new:
        new = set().union(*(into.get(t, set()) for t in new)) - alive
        alive = alive | new
    result = torch.zeros(steps.shape[1], dtype=torch.bool)
    for v in range(steps.shape[1]):
        result[v] = steps[state, v].item() in alive
    return result
