# reject: one product per pair (score only)
# message: flops-one-product
def decode_flops(kind, n_in, n_out, cache):
    tok, pair = 8 * WIDTH**2 + 4 * WIDTH * HIDDEN, 2 * WIDTH
    run = lambda t, k: LAYERS * (t * tok + t * k * pair)
    total = n_out * 2 * WIDTH * VOCAB
    if kind == "encoder":
        return total + run(n_in, n_in)
    if kind == "decoder":
        return total + sum(run(n_in + t, n_in + t) if t == 0 or not cache else run(1, n_in + t) for t in range(n_out))
    total += run(n_in, n_in)
    for t in range(1, n_out + 1):
        new = 1 if cache else t
        total += run(new, t) + LAYERS * new * (4 * WIDTH**2 + n_in * pair)
        if t == 1 or not cache:
            total += LAYERS * n_in * 4 * WIDTH**2
    return total
