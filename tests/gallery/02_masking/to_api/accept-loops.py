# accept: loops, and a mixture of forms
def to_api(keep, api):
    if api not in ["additive", "sdpa", "multihead", "huggingface"]:
        raise ValueError(api)
    t, s = keep.shape
    if api == "sdpa":
        return torch.tensor([[bool(keep[i, j]) for j in range(s)] for i in range(t)])
    if api == "multihead":
        return torch.tensor([[not keep[i, j] for j in range(s)] for i in range(t)])
    mask = torch.tensor([[0.0 if keep[i, j] else -1e9 for j in range(s)] for i in range(t)])
    return mask.view(1, 1, t, s) if api == "huggingface" else mask
