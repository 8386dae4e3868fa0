# reject: returns the cost of one layer itself, before the sum of the answer cell
# message: flops-sum-skipped
def decode_flops(kind, n_in, n_out, cache):
    per_token = 2 * (4 * WIDTH**2 + 2 * WIDTH * HIDDEN)
    per_pair = 2 * (WIDTH + WIDTH)
    per_look = per_source = 2 * (2 * WIDTH**2)
    tokens = pairs = looks = sources = 0
    if kind != "decoder":
        tokens, pairs = n_in, n_in * n_in
    if kind != "encoder":
        for t in range(1, n_out + 1):
            text = n_in + t - 1 if kind == "decoder" else t
            new = text if t == 1 or not cache else 1
            tokens += new
            pairs += new * text
            if kind == "encoder-decoder":
                looks += new
                pairs += new * n_in
                if t == 1 or not cache:
                    sources += n_in
    return tokens * per_token + pairs * per_pair + looks * per_look + sources * per_source
