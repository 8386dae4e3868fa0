# reject: squeezes, so that a batch of one text loses its dimension
# message: part-squeezed
def bahdanau_step(s_prev, H, W1, W2, w):
    scores = (torch.tanh((s_prev @ W1.T)[:, None] + H @ W2.T) @ w[:, None]).squeeze()
    alpha = scores.softmax(dim=-1)
    return alpha, (alpha[..., None] * H).sum(dim=1)
