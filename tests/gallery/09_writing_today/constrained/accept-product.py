# accept: a product, einsum for the sums
def constrained(probs, allowed):

    kept = probs * allowed.to(probs.dtype)
    sums = torch.einsum("...v->...", kept)
    if bool((sums == 0).any()):
        raise ValueError(f"row {(sums == 0).nonzero()[0].tolist()}")
    return torch.div(kept, sums[..., None])
