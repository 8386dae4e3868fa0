# accept: NumPy, in float64
def contrastive_scores(expert, amateur, alpha, beta):
    import numpy as np

    def logs(x):
        x = x.numpy().astype(np.float64)
        x = x - x.max(axis=1, keepdims=True)
        return x - np.log(np.exp(x).sum(axis=1, keepdims=True))

    e, a = logs(expert), logs(amateur)
    out = np.where(np.exp(e) >= alpha * np.exp(e.max(axis=1, keepdims=True)), e - beta * a, -np.inf)
    return torch.from_numpy(out).to(expert.dtype)
