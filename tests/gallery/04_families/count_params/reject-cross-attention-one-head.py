# reject: reckons the cross-attention with a single head
# message: params-cross-one-head
def count_params(
    layers: int, d_model: int, d_ff: int, vocab: int, heads: int, d_kv: int
) -> int:
    self_attention = 4 * d_model * (heads * d_kv) + d_model
    cross_attention = 4 * d_model * d_kv + d_model
    feed_forward = 2 * d_model * d_ff + d_model
    tower = 32 * heads + d_model
    encoder = layers * (self_attention + feed_forward) + tower
    decoder = layers * (self_attention + cross_attention + feed_forward) + tower
    return vocab * d_model + encoder + decoder
