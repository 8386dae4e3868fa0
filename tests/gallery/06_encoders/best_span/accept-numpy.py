# accept: NumPy
def best_span(start, end, context_mask, max_len):
    import numpy as np
    s, e, c = start.numpy(), end.numpy(), context_mask.numpy()
    table = np.where(np.outer(c, c), s[:, None] + e[None], -np.inf)
    gap = np.arange(len(s))[None] - np.arange(len(s))[:, None]
    table = np.where((gap >= 0) & (gap < max_len), table, -np.inf)
    return np.unravel_index(table.argmax(), table.shape)
