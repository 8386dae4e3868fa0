# reject: all decoder layers share the keys and values of the cross-attention
# message: params-cross-shared
def count_params(layers, d_model, d_ff, vocab, heads, d_kv):
    matrix = d_model * heads * d_kv
    attention = 4 * matrix + d_model
    feed_forward = 2 * d_model * d_ff + d_model
    once = 32 * heads + d_model
    encoder = layers * (attention + feed_forward) + once
    cross = layers * (2 * matrix + d_model) + 2 * matrix
    decoder = layers * (attention + feed_forward) + cross + once
    return vocab * d_model + encoder + decoder
