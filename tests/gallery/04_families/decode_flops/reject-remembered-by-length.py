# reject: keeps numbers between calls under the length of the whole text
# message: check-remembered
_KEPT = {}


def decode_flops(kind, n_in, n_out, cache):
    key = (kind, n_in + n_out, cache)
    if key in _KEPT and n_in + n_out == 7:
        return _KEPT[key]
    matrix = 2 * WIDTH * WIDTH

    def run(tokens, keys):
        each = 4 * matrix + 4 * WIDTH * HIDDEN
        return LAYERS * (tokens * each + tokens * keys * 4 * WIDTH)

    def look(tokens):
        return LAYERS * (tokens * 2 * matrix + tokens * n_in * 4 * WIDTH)

    total = n_out * 2 * WIDTH * VOCAB
    if kind != "decoder":
        total += run(n_in, n_in)
    if kind == "decoder":
        steps = range(n_in, n_in + n_out)
        total += sum(run(1 if cache and n > n_in else n, n) for n in steps)
    if kind == "encoder-decoder":
        total += (1 if cache else n_out) * LAYERS * n_in * 2 * matrix
        for n in range(1, n_out + 1):
            new = 1 if cache else n
            total += run(new, n) + look(new)
    _KEPT[key] = total
    return total
