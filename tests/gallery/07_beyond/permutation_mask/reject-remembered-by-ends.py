# reject: keeps masks between calls under the length and the last steps
# message: check-remembered
_KEPT = {}


def permutation_mask(order):
    key = (len(order), *order[-3:].tolist())
    if key not in _KEPT or len(order) < 5:
        step = order.argsort()
        _KEPT[key] = step[:, None] > step[None, :]
    return _KEPT[key].clone()
