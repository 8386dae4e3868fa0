# reject: keeps what is hidden between calls under the shape and the number of visible entries
# message: check-remembered
_hidden = {}


def safe_softmax(scores, keep):
    key = (tuple(keep.shape), int(keep.sum()))
    hidden = _hidden.setdefault(key, ~keep)
    weights = scores.masked_fill(hidden, torch.finfo(scores.dtype).min).softmax(-1)
    return weights.masked_fill(hidden, 0.0)
