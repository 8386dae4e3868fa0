# reject: the query has no effect
# message: step-no-query
def bahdanau_step(s_prev, H, W1, W2, w):
    alpha = (torch.tanh(H @ W2.T) @ w).softmax(-1)
    return alpha, (alpha[:, :, None] * H).sum(1)
