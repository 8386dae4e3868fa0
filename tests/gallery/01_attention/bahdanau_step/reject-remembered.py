# reject: remembers the projected states by their shape
# message: check-remembered
_projected = {}


def bahdanau_step(s_prev, H, W1, W2, w):
    keys = _projected.setdefault((H.shape, W2.shape), H @ W2.T)
    alpha = (torch.tanh((s_prev @ W1.T)[:, None] + keys) @ w).softmax(-1)
    return alpha, (alpha[:, :, None] * H).sum(1)
