# reject: weights with a dimension too many
# message: part-left-over
def bahdanau_step(s_prev, H, W1, W2, w):
    alpha = (torch.tanh((s_prev @ W1.T)[:, None] + H @ W2.T) @ w).softmax(-1)[:, :, None]
    return alpha, (alpha * H).sum(1)
