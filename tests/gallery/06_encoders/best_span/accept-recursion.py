# accept: recursion over the places, NumPy whole numbers
import numpy as np
def best_span(start, end, context_mask, max_len):
    def go(i):
        if i == len(start):
            return (-math.inf, None, None)
        rest = go(i + 1)
        mine = [(float(start[i]) + float(end[j]), i, j) for j in range(i, min(i + max_len, len(start))) if context_mask[i] and context_mask[j]]
        return max([rest, *mine], key=lambda t: t[0])
    _, i, j = go(0)
    return np.int64(i), np.int64(j)
