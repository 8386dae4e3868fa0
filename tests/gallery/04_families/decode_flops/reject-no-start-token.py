# reject: the decoder of an encoder-decoder has t tokens at step t from 0: the start token is missing
# message: flops-start-missing
def decode_flops(kind, n_in, n_out, cache):
    per_token = 8 * WIDTH**2 + 4 * WIDTH * HIDDEN

    def run(tokens, keys):
        return LAYERS * (tokens * per_token + tokens * keys * 4 * WIDTH)

    total = n_out * 2 * WIDTH * VOCAB
    if kind == "encoder":
        return total + run(n_in, n_in)
    if kind == "decoder":
        if not cache:
            return total + sum(run(n_in + t, n_in + t) for t in range(n_out))
        return total + run(n_in, n_in) + sum(run(1, n_in + t) for t in range(1, n_out))
    total += run(n_in, n_in)
    total += LAYERS * n_in * 4 * WIDTH**2 * (1 if cache else n_out)
    for t in range(n_out):
        tokens = min(t, 1) if cache else t
        total += run(tokens, t)
        total += LAYERS * tokens * (4 * WIDTH**2 + n_in * 4 * WIDTH)
    return total
