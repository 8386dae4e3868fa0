# accept: a search from the ends over turned steps
from collections import deque


def allowed_next(automaton, state):
    steps, ends = automaton
    before = [[] for _ in range(len(ends))]
    for s, row in enumerate(steps.tolist()):
        for t in row:
            if t != -1:
                before[t].append(s)
    alive = set(ends.nonzero().flatten().tolist())
    waiting = deque(alive)
    while waiting:
        for s in before[waiting.popleft()]:
            if s not in alive:
                alive.add(s)
                waiting.append(s)
    return torch.tensor([t in alive for t in steps[state].tolist()])
