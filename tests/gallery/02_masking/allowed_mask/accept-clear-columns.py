# accept: starts causal and clears columns
def allowed_mask(padding):
    b, n = padding.shape
    mask = torch.ones(b, n, n, dtype=torch.bool).tril()
    text, key = padding.nonzero(as_tuple=True)
    mask[text, :, key] = False
    return mask
