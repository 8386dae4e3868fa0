# reject: the output matrix of an attention is taken for d_model x d_model
# message: params-square-output
def count_params(
    layers: int, d_model: int, d_ff: int, vocab: int, heads: int, d_kv: int
) -> int:
    qkv = 3 * d_model * heads * d_kv
    out = d_model * d_model
    attention = qkv + out + d_model
    feed_forward = d_model * d_ff + d_ff * d_model + d_model
    encoder = layers * (attention + feed_forward) + 32 * heads + d_model
    decoder = layers * (2 * attention + feed_forward) + 32 * heads + d_model
    return vocab * d_model + encoder + decoder
