# reject: contiguous is no copy of keys that are a view
# message: check-modified
def attention(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    keys = k.transpose(-2, -1).contiguous()  # a copy
    keys /= math.sqrt(q.shape[-1])
    weights = (q @ keys).softmax(dim=-1)
    return weights @ v, weights
