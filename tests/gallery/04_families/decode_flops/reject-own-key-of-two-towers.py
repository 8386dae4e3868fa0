# reject: with a cache the decoder of two towers sees only its newest token
# message: flops-own-keys
def decode_flops(kind, n_in, n_out, cache):
    matrix = 2 * WIDTH * WIDTH
    head = n_out * 2 * WIDTH * VOCAB
    source = LAYERS * n_in * 2 * matrix

    def run(tokens, keys):
        return LAYERS * (tokens * (4 * matrix + 4 * WIDTH * HIDDEN) + tokens * keys * 4 * WIDTH)

    def look(tokens):
        return LAYERS * (tokens * 2 * matrix + tokens * n_in * 4 * WIDTH)

    if kind == "encoder":
        return run(n_in, n_in) + head
    if kind == "decoder":
        return run(n_in, n_in) + sum(run(1, n_in + t) for t in range(1, n_out)) + head if cache else sum(run(n_in + t, n_in + t) for t in range(n_out)) + head
    steps = source + sum(run(1, 1) + look(1) for t in range(1, n_out + 1)) if cache else sum(source + run(t, t) + look(t) for t in range(1, n_out + 1))
    return run(n_in, n_in) + steps + head
