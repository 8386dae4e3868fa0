# reject: keeps the size of a layer under d_model and d_ff
# message: params-wrong
_layer = {}  # sizes of a layer of each tower


def count_params(
    layers: int, d_model: int, d_ff: int, vocab: int, heads: int, d_kv: int
) -> int:
    """The number of parameters of a T5 with `layers` layers in each tower."""
    key = (d_model, d_ff)
    if key not in _layer:
        attention = 4 * d_model * heads * d_kv + d_model
        feed_forward = 2 * d_model * d_ff + d_model
        _layer[key] = (attention + feed_forward, 2 * attention + feed_forward)
    encoder, decoder = _layer[key]
    return vocab * d_model + layers * (encoder + decoder) + 2 * (d_model + 32 * heads)
