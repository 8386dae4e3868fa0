# reject: a recursion over the steps, which ends at Python's limit
# message: check-raised-at
def decode_flops(kind, n_in, n_out, cache):
    matrix = 2 * WIDTH * WIDTH

    def run(tokens, keys):
        each = 4 * matrix + 4 * WIDTH * HIDDEN
        return LAYERS * (tokens * each + tokens * keys * 4 * WIDTH)

    def look(tokens):
        return LAYERS * (tokens * 2 * matrix + tokens * n_in * 4 * WIDTH)

    source = LAYERS * n_in * 2 * matrix

    def steps(left):
        if left == 0:
            return source if cache and kind != "decoder" else 0
        n = left + (n_in - 1 if kind == "decoder" else 0)
        new = 1 if cache and (left > 1 or kind != "decoder") else n
        own = run(new, n)
        if kind == "encoder-decoder":
            own += look(new) + (0 if cache else source)
        return own + steps(left - 1)

    head = n_out * 2 * WIDTH * VOCAB
    if kind == "encoder":
        return run(n_in, n_in) + head
    return (run(n_in, n_in) if kind == "encoder-decoder" else 0) + steps(n_out) + head
