# accept: all in one line
def count_params(layers, d_model, d_ff, vocab, heads, d_kv):
    inner = heads * d_kv
    return d_model * (vocab + layers * (12 * inner + 4 * d_ff + 5) + 2) + 64 * heads
