# reject: the query of the first text for all
# message: step-first-query
def bahdanau_step(s_prev, H, W1, W2, w):
    alpha = (torch.tanh(s_prev[0] @ W1.T + H @ W2.T) @ w).softmax(-1)
    return alpha, (alpha[:, :, None] * H).sum(1)
