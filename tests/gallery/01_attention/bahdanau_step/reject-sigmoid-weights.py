# reject: sigmoids divided by their sum
# message: step-alpha
def bahdanau_step(s_prev, H, W1, W2, w):
    e = torch.tanh((s_prev @ W1.T)[:, None] + H @ W2.T) @ w
    a = e.sigmoid() / e.sigmoid().sum(-1, keepdim=True)
    return a, (a[..., None] * H).sum(1)
