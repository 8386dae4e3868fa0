# accept: sums in closed form
def decode_flops(kind, n_in, n_out, cache):
    token = LAYERS * (8 * WIDTH**2 + 4 * WIDTH * HIDDEN)
    pair = LAYERS * 4 * WIDTH
    total = n_in * token + n_in * n_in * pair + 2 * WIDTH * VOCAB * n_out
    rest = n_out - 1
    if kind == "decoder":
        if cache:
            total += rest * token + (rest * n_in + rest * n_out // 2) * pair
        else:
            tokens = rest * n_in + rest * n_out // 2
            pairs = rest * n_in**2 + n_in * rest * n_out + rest * n_out * (2 * rest + 1) // 6
            total += tokens * token + pairs * pair
    if kind == "encoder-decoder":
        cross = LAYERS * 4 * WIDTH**2
        triangle = n_out * (n_out + 1) // 2
        tokens = n_out if cache else triangle
        pairs = triangle if cache else n_out * (n_out + 1) * (2 * n_out + 1) // 6
        total += tokens * (token + cross + n_in * pair) + pairs * pair
        total += n_in * cross * (1 if cache else n_out)
    return total
