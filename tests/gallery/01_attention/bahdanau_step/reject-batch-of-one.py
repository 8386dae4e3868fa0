# reject: squeezes the batch
# message: step-all-texts
def bahdanau_step(s_prev, H, W1, W2, w):
    alpha = (torch.tanh((s_prev @ W1.T)[:, None] + H @ W2.T) @ w).squeeze(0).softmax(-1)
    return alpha, alpha @ H.squeeze(0)
