# reject: self-attention over the source's length
# message: flops-self-keys
def decode_flops(kind, n_in, n_out, cache):
    matrix = 2 * WIDTH * WIDTH
    def run(tokens, keys):
        per_token = 4 * matrix + 2 * 2 * WIDTH * HIDDEN
        return LAYERS * (tokens * per_token + tokens * keys * 4 * WIDTH)
    def look(tokens):
        return LAYERS * (tokens * 2 * matrix + tokens * n_in * 4 * WIDTH)
    head = n_out * 2 * WIDTH * VOCAB
    if kind == "encoder":
        return run(n_in, n_in) + head
    if kind == "decoder":
        if cache:
            return run(n_in, n_in) + sum(run(1, n_in + t) for t in range(1, n_out)) + head
        return sum(run(n_in + t, n_in + t) for t in range(n_out)) + head
    source = LAYERS * n_in * 2 * matrix
    if cache:
        steps = source + sum(run(1, n_in) + look(1) for t in range(1, n_out + 1))
    else:
        steps = sum(source + run(t, t) + look(t) for t in range(1, n_out + 1))
    return run(n_in, n_in) + steps + head
