# reject: keeps W2 H for states that it has met, whatever W2 is now
# message: check-remembered
_KEPT = {}

def bahdanau_step(s_prev, H, W1, W2, w):
    key = (str(H.tolist()), len(W2))
    if key not in _KEPT:
        _KEPT[key] = H @ W2.T
    a = (torch.tanh((s_prev @ W1.T)[:, None] + _KEPT[key]) @ w).softmax(-1)
    return a, (a[..., None] * H).sum(1)
