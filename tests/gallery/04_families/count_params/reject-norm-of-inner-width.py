# reject: the norm of an attention has heads * d_kv numbers
# message: params-norm-of-heads
def count_params(layers, d_model, d_ff, vocab, heads, d_kv):
    inner = heads * d_kv
    attention = 4 * d_model * inner + inner
    feed_forward = 2 * d_model * d_ff + d_model
    encoder = layers * (attention + feed_forward) + 32 * heads + d_model
    decoder = layers * (attention + attention + feed_forward) + 32 * heads + d_model
    return vocab * d_model + encoder + decoder
