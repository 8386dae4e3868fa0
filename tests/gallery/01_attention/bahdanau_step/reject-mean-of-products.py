# reject: the mean of the weighted states
# message: context-over-n
def bahdanau_step(s_prev, H, W1, W2, w):
    e = torch.tanh((s_prev @ W1.T)[:, None] + H @ W2.T) @ w
    a = e.softmax(-1)
    return a, (a[..., None] * H).mean(1)
