# reject: no norm at the end of a tower
# message: params-no-final-norm
def count_params(layers, d_model, d_ff, vocab, heads, d_kv):
    a = 4 * d_model * heads * d_kv + d_model
    f = 2 * d_model * d_ff + d_model
    end = 32 * heads
    enc = layers * (a + f) + end
    dec = layers * (2 * a + f) + end
    return vocab * d_model + enc + dec
