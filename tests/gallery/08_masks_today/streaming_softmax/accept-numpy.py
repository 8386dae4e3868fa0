# accept: NumPy, rows without a key looked for at the end
import numpy as np


def streaming_softmax(scores, values, size):
    s, v = scores.numpy(), values.numpy()
    n, m = s.shape
    top = np.full((n, 1), np.finfo(s.dtype).min, dtype=s.dtype)
    total, out = np.zeros((n, 1), dtype=s.dtype), np.zeros((n, v.shape[1]), dtype=v.dtype)
    for i in range(math.ceil(m / size)):
        part = s[:, i * size : (i + 1) * size]
        new = np.maximum(top, part.max(axis=1, keepdims=True))
        powers = np.exp(part - new)
        with np.errstate(over="ignore"):
            shrink = np.exp(top - new)
        total = total * shrink + powers.sum(axis=1, keepdims=True)
        out = out * shrink + powers @ v[i * size : (i + 1) * size]
        top = new
    return torch.from_numpy(out / np.maximum(total, np.finfo(s.dtype).tiny))
