# accept: sums with NumPy
def decode_flops(kind, n_in, n_out, cache):
    import numpy as np

    d, ff, pair = WIDTH, HIDDEN, 4 * WIDTH
    head = np.int64(n_out) * 2 * d * VOCAB
    steps = np.arange(n_out)
    token = 8 * d * d + 4 * d * ff
    reading = n_in * token + n_in * n_in * pair
    if kind == "encoder":
        return LAYERS * reading + head
    if kind == "decoder":
        new = np.where(steps == 0, n_in, 1) if cache else n_in + steps
        return LAYERS * (new * token + new * (n_in + steps) * pair).sum() + head
    new = np.ones_like(steps) if cache else steps + 1
    own = new * (token + 4 * d * d) + new * (steps + 1) * pair + new * n_in * pair
    times = 1 if cache else n_out
    return LAYERS * (reading + own.sum() + times * 4 * d * d * n_in) + head
