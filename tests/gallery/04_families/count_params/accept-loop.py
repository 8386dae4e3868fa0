# accept: adds layer by layer
def count_params(layers, d_model, d_ff, vocab, heads, d_kv):
    total = vocab * d_model
    for tower in ("encoder", "decoder"):
        total += d_model + 32 * heads
        for _ in range(layers):
            for _ in range(1 if tower == "encoder" else 2):
                total += sum(a * b for a, b in [(d_model, heads * d_kv)] * 3 + [(heads * d_kv, d_model)])
                total += d_model
            total += d_model * d_ff + d_ff * d_model + d_model
    return total
