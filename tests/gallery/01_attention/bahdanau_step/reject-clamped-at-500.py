# reject: cuts the scores off at 500
# message: step-clamped
def bahdanau_step(s_prev, H, W1, W2, w):
    a = (torch.tanh((s_prev @ W1.T)[:, None] + H @ W2.T) @ w).clamp(-500, 500).softmax(-1)
    return a, (a[..., None] * H).sum(1)
