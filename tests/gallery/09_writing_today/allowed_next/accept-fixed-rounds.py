# accept: as many rounds as there are states
def allowed_next(automaton, state):

    steps, ends = automaton
    possible, target = steps >= 0, steps.clamp(min=0)
    alive = ends.clone()
    for _ in range(len(ends)):
        alive |= torch.logical_and(alive[target], possible).any(-1)
    return torch.logical_and(alive[target[state]], possible[state])
