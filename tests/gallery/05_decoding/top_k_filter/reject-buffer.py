# reject: writes all results of one shape into one tensor
# message: check-one-place
_buffers = {}


def top_k_filter(logits: torch.Tensor, k: int) -> torch.Tensor:
    key = (tuple(logits.shape), logits.dtype)
    if key not in _buffers:
        _buffers[key] = torch.empty(logits.shape, dtype=logits.dtype)
    out = _buffers[key]
    out.fill_(-math.inf)
    values, places = logits.topk(min(k, logits.shape[-1]), dim=-1)
    out.scatter_(-1, places, values)
    return out
