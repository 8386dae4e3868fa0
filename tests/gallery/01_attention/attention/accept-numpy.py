# accept: NumPy
import numpy as np


def attention(q, k, v):
    scores = q.numpy() @ np.swapaxes(k.numpy(), -1, -2) / np.sqrt(q.shape[-1]).astype(q.numpy().dtype)
    powers = np.exp(scores - scores.max(-1, keepdims=True))
    weights = powers / powers.sum(-1, keepdims=True)
    return torch.from_numpy(weights @ v.numpy()), torch.from_numpy(weights)
