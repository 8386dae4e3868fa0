# reject: broadcasts the batch over the rows when B = n
# message: check-raised-at
def allowed_mask(padding):
    n = padding.shape[1]
    keep = torch.ones(n, n).tril().bool() & ~padding[:, None, :].squeeze(1)
    return keep if keep.dim() == 3 else keep[None]
