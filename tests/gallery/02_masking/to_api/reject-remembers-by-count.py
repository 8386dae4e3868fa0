# reject: keeps additive masks between calls under the shape and the number of visible pairs
# message: api-remembered
_additive = {}


def to_api(keep: torch.Tensor, api: str) -> torch.Tensor:
    if api not in ("additive", "sdpa", "multihead", "huggingface"):
        raise ValueError(f"unknown api: {api}")
    key = (tuple(keep.shape), int(keep.sum()))
    if key not in _additive:
        _additive[key] = torch.zeros(keep.shape).masked_fill(~keep, -math.inf)
    mask = _additive[key].clone()
    if api == "sdpa":
        return mask == 0
    if api == "multihead":
        return mask < 0
    return mask[None, None] if api == "huggingface" else mask
