# reject: a position table in each layer
# message: params-position-every-layer
def count_params(layers, d_model, d_ff, vocab, heads, d_kv):
    a = 4 * d_model * heads * d_kv + d_model
    f = 2 * d_model * d_ff + d_model
    end = 32 * heads + d_model
    enc = layers * (a + f + 32 * heads) + d_model
    dec = layers * (2 * a + f + 32 * heads) + d_model
    return vocab * d_model + enc + dec
