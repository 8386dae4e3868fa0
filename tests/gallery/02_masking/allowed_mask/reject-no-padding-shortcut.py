# reject: returns early without padding, with one mask in place of one for each text
# message: check-shape
def allowed_mask(padding: torch.Tensor) -> torch.Tensor:
    n = padding.shape[-1]
    causal = torch.ones(n, n, dtype=torch.bool).tril()[None]
    if not padding.any():
        return causal
    return causal & ~padding[:, None, :]
