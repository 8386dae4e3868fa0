# accept: compares positions, then where
def allowed_mask(padding):
    position = torch.arange(padding.shape[1])
    causal = position[None, :, None] >= position[None, None, :]
    return torch.where(padding[:, None, :], torch.zeros_like(causal), causal)
