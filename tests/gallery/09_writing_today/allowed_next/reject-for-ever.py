# reject: a loop is no dead end
# message: next-for-ever
def allowed_next(automaton, state):

    steps, ends = automaton
    good = torch.ones_like(ends)
    for _ in range(len(ends)):
        good = good & (ends | (good[steps] & (steps >= 0)).any(1))
    reach = ends.clone()
    for _ in range(len(ends)):
        reach = reach | (reach[steps] & (steps >= 0)).any(1)
    good = good | reach
    return good[steps[state]] & (steps[state] >= 0)
