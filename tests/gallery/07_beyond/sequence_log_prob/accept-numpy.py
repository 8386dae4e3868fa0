# accept: NumPy in float64
def sequence_log_prob(logits, ids):
    import numpy as np
    x = logits.detach().double().numpy()[:, :-1]
    x = x - x.max(-1, keepdims=True) if x.size else x
    l = x - np.log(np.exp(x).sum(-1, keepdims=True))
    i = ids.numpy()[:, 1:, None]
    return torch.from_numpy(np.take_along_axis(l, i, -1)[..., 0].sum(1))
