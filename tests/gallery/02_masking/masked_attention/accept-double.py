# accept: computes in double precision and returns the dtype of q
def masked_attention(q, k, v, keep):
    a, b, c = q.double(), k.double(), v.double()
    w = torch.where(keep, a @ b.mT / a.shape[-1] ** 0.5, -math.inf).softmax(-1)
    return (w @ c).to(q.dtype), w.to(q.dtype)
