# reject: matrices with biases
# message: params-biases
def count_params(layers, d_model, d_ff, vocab, heads, d_kv):
    a = 4 * d_model * heads * d_kv + 3 * heads * d_kv + 2 * d_model
    f = 2 * d_model * d_ff + d_ff + 2 * d_model
    end = 32 * heads + d_model
    enc = layers * (a + f) + end
    dec = layers * (2 * a + f) + end
    return vocab * d_model + enc + dec
