# reject: computes in NumPy: no gradient
# message: attention-no-gradient-from
def masked_attention(q, k, v, keep):
    import numpy as np
    s = q.detach().numpy() @ k.detach().numpy().swapaxes(-1, -2) / np.sqrt(q.shape[-1])
    s = np.where(keep.numpy(), s, -np.inf)
    e = np.exp(s - s.max(-1, keepdims=True))
    w = e / e.sum(-1, keepdims=True)
    return torch.from_numpy(w @ v.detach().numpy()).to(q.dtype), torch.from_numpy(w).to(q.dtype)
