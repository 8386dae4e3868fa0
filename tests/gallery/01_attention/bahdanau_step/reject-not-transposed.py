# reject: weights not transposed
# message: step-transposed
def bahdanau_step(s_prev, H, W1, W2, w):
    alpha = (torch.tanh((s_prev @ W1)[:, None] + H @ W2) @ w).softmax(-1)
    return alpha, (alpha[:, :, None] * H).sum(1)
