# accept: an einsum of ones and zeros
def allowed_mask(padding):
    n = padding.shape[1]
    causal = torch.tril(torch.ones(n, n))
    return torch.einsum("ij,bj->bij", causal, (~padding).float()) > 0.5
