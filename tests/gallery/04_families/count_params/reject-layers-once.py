# reject: one layer of the encoder
# message: params-wrong
def count_params(layers, d_model, d_ff, vocab, heads, d_kv):
    attention = 4 * d_model * (heads * d_kv) + d_model
    feed_forward = 2 * d_model * d_ff + d_model
    ends = 32 * heads + d_model
    encoder = attention + feed_forward + ends
    decoder = layers * (2 * attention + feed_forward) + ends
    return vocab * d_model + encoder + decoder
