# reject: keeps the search under the shape
# message: next-any-step
kept = {}


def allowed_next(automaton, state):
    steps, ends = automaton
    key = (steps.shape, tuple(steps[0, :].tolist()))
    if key not in kept:
        alive = ends.clone()
        for _ in range(len(ends)):
            alive = alive | (alive[steps] & (steps >= 0)).any(1)
        kept[key] = alive
    alive = kept[key]
    return alive[steps[state]] & (steps[state] >= 0)
