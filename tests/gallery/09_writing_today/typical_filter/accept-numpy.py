# accept: NumPy
import numpy as np


def typical_filter(logits, mass):
    x = logits.numpy().astype(np.float64)
    if mass >= 1:
        return logits.clone()
    z = x - x.max(-1, keepdims=True)
    log_p = z - np.log(np.exp(z).sum(-1, keepdims=True))
    p = np.exp(log_p)
    h = -np.sum(np.where(p > 0, p * np.where(p > 0, log_p, 0), 0), -1, keepdims=True)
    order = np.argsort(np.abs(log_p + h), -1, kind="stable")
    sorted_p = np.take_along_axis(p, order, -1)
    before = np.concatenate([np.zeros_like(p[:, :1]), np.cumsum(sorted_p, -1)[:, :-1]], -1)
    keep = np.zeros(p.shape, bool)
    np.put_along_axis(keep, order, before < mass, -1)
    return logits.masked_fill(~torch.from_numpy(keep), -math.inf)
