# reject: adds up the projected states
# message: step-projected
def bahdanau_step(s_prev, H, W1, W2, w):
    keys = H @ W2.T
    alpha = (torch.tanh((s_prev @ W1.T)[:, None] + keys) @ w).softmax(-1)
    return alpha, (alpha[:, :, None] * keys).sum(1)
