# reject: no output matrix
# message: params-three-matrices
def count_params(layers, d_model, d_ff, vocab, heads, d_kv):
    attention = 3 * d_model * (heads * d_kv) + d_model
    feed_forward = 2 * d_model * d_ff + d_model
    ends = 32 * heads + d_model
    encoder = layers * (attention + feed_forward) + ends
    decoder = layers * (2 * attention + feed_forward) + ends
    return vocab * d_model + encoder + decoder
