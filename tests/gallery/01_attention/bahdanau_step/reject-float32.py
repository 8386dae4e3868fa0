# reject: computes in float32
# message: part-dtype
def bahdanau_step(s_prev, H, W1, W2, w):
    s_prev, H, W1, W2, w = (x.float() for x in (s_prev, H, W1, W2, w))
    alpha = (torch.tanh((s_prev @ W1.T)[:, None] + H @ W2.T) @ w).softmax(-1)
    return alpha, (alpha[:, :, None] * H).sum(1)
