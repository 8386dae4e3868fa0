# reject: keeps numbers between calls under the sizes in order, whichever is which
# message: check-remembered
_KEPT = {}


def count_params(layers, d_model, d_ff, vocab, heads, d_kv):
    key = tuple(sorted((layers, d_model, d_ff, vocab, heads, d_kv)))
    if key not in _KEPT:
        attention = 4 * d_model * (heads * d_kv) + d_model
        feed_forward = 2 * d_model * d_ff + d_model
        ends = 2 * (32 * heads + d_model)
        _KEPT[key] = vocab * d_model + layers * (3 * attention + 2 * feed_forward) + ends
    return _KEPT[key]
