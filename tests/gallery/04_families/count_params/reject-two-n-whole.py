# reject: twice an encoder with its embedding
# message: params-wrong
def count_params(layers, d_model, d_ff, vocab, heads, d_kv):
    a = 4 * d_model * heads * d_kv + d_model
    f = 2 * d_model * d_ff + d_model
    end = 32 * heads + d_model
    enc = layers * (a + f) + end
    dec = enc
    return 2 * (vocab * d_model + enc)
