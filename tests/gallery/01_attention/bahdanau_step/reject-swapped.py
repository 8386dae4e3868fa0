# reject: W1 on H
# message: step-swapped
def bahdanau_step(s_prev, H, W1, W2, w):
    alpha = (torch.tanh((s_prev @ W2.T)[:, None] + H @ W1.T) @ w).softmax(-1)
    return alpha, (alpha[:, :, None] * H).sum(1)
