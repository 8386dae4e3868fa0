# accept: NumPy, in float64
def cross_attend(x_dec, h_enc, w_q, w_k, w_v, source_padding):
    import numpy as np
    x, h, a, b, c = (t.double().numpy() for t in (x_dec, h_enc, w_q, w_k, w_v))
    s = np.einsum("btd,kd,bse,ke->bts", x, a, h, b) / np.sqrt(a.shape[0])
    s = np.where(source_padding.numpy()[:, None], -np.inf, s)
    e = np.exp(s - s.max(-1, keepdims=True))
    return torch.from_numpy(e / e.sum(-1, keepdims=True) @ (h @ c.T)).to(x_dec.dtype)
