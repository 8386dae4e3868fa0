# reject: in millions, rounded
# message: params-wrong
def count_params(layers, d_model, d_ff, vocab, heads, d_kv):
    a = 4 * d_model * heads * d_kv + d_model
    f = 2 * d_model * d_ff + d_model
    end = 32 * heads + d_model
    enc = layers * (a + f) + end
    dec = layers * (2 * a + f) + end
    return round((vocab * d_model + enc + dec) / 1e6)
