# reject: the states of the first text for all contexts
# message: step-first-states
def bahdanau_step(s_prev, H, W1, W2, w):
    a = (torch.tanh((s_prev @ W1.T)[:, None] + H @ W2.T) @ w).softmax(-1)
    return a, a @ H[0]
