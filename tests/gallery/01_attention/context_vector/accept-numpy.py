# accept: NumPy
import numpy as np


def context_vector(q, K, V):
    scores = K.numpy() @ q.numpy() / np.sqrt(q.shape[0])
    powers = np.exp(scores - scores.max())
    alpha = powers / powers.sum()
    return torch.from_numpy(alpha), torch.from_numpy(alpha @ V.numpy())
