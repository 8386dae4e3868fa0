# accept: divides q and k by the fourth root, adds a finite mask
def masked_attention(q, k, v, keep):
    bias = torch.zeros(keep.shape, dtype=q.dtype).masked_fill(~keep, torch.finfo(q.dtype).min)
    s = torch.einsum("...ik,...jk->...ij", q / q.shape[-1] ** 0.25, k / q.shape[-1] ** 0.25) + bias
    w = F.softmax(s, -1)
    return torch.einsum("...ij,...jd->...id", w, v), w
