# accept: NumPy, with a state more for -1
import numpy as np


def allowed_next(automaton, state):
    steps, ends = (part.numpy() for part in automaton)
    dead = len(ends)
    table = np.where(steps < 0, dead, steps)
    alive = np.append(ends, False)
    count = -1
    while alive.sum() != count:
        count = alive.sum()
        alive[:-1] |= alive[table].any(1)
    return torch.from_numpy(alive[table[state]])
