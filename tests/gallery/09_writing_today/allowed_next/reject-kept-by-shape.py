# reject: keeps the search under the shape
# message: next-any-step
searches = {}


def allowed_next(automaton, state):
    steps, ends = automaton
    key = (steps.shape, tuple(steps[0, :].tolist()))
    if key not in searches:
        alive = ends.clone()
        for _ in range(len(ends)):
            alive = alive | (alive[steps] & (steps >= 0)).any(1)
        searches[key] = alive
    alive = searches[key]
    return alive[steps[state]] & (steps[state] >= 0)
