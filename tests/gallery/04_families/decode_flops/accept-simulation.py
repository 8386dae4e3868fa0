# accept: walks through the steps with a cache that is a number
def decode_flops(kind, n_in, n_out, cache):
    ops = 0
    def tower(tokens, keys, cross=False, source=False):
        nonlocal ops
        for _ in range(LAYERS):
            ops += 2 * tokens * WIDTH * (4 * WIDTH + 2 * HIDDEN) + 2 * 2 * tokens * keys * WIDTH
            if cross:
                ops += 2 * tokens * WIDTH * 2 * WIDTH + 2 * 2 * tokens * n_in * WIDTH
                if source:
                    ops += 2 * n_in * WIDTH * 2 * WIDTH
        return ops

    if kind != "decoder":
        tower(n_in, n_in)
    if kind == "encoder":
        return ops + n_out * 2 * WIDTH * VOCAB
    text, stored = (n_in if kind == "decoder" else 1), 0
    for step in range(n_out):
        new = text - stored
        tower(new, text, cross=kind != "decoder", source=not (cache and step))
        ops += 2 * WIDTH * VOCAB
        stored = text if cache else 0
        text += 1
    return ops
