# reject: a dimension in the wrong place of the weights
# message: step-times
def bahdanau_step(s_prev, H, W1, W2, w):
    alpha = (torch.tanh((s_prev @ W1.T)[:, None] + H @ W2.T) @ w).softmax(-1)
    return alpha, (alpha[:, None] * H).sum(1)
