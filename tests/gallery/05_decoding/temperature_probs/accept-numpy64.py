# accept: NumPy in float64
def temperature_probs(logits, t):
    import numpy as np
    if not t > 0:
        raise ValueError(t)
    z = logits.double().numpy() / t
    z = np.exp(z - z.max(axis=-1, keepdims=True))
    return torch.from_numpy(z / z.sum(axis=-1, keepdims=True)).to(logits.dtype)
