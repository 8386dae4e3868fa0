# reject: the query broadcast over the texts instead of the positions
# message: step-no-place
def bahdanau_step(s_prev, H, W1, W2, w):
    alpha = (torch.tanh(s_prev @ W1.T + H @ W2.T) @ w).softmax(-1)
    return alpha, (alpha[:, :, None] * H).sum(1)
