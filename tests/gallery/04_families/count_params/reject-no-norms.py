# reject: no norms
# message: params-no-norms
def count_params(layers, d_model, d_ff, vocab, heads, d_kv):
    a = 4 * d_model * heads * d_kv
    f = 2 * d_model * d_ff
    end = 32 * heads
    enc = layers * (a + f) + end
    dec = layers * (2 * a + f) + end
    return vocab * d_model + enc + dec
