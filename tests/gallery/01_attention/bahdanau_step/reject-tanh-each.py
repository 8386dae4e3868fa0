# reject: tanh of each part
# message: step-no-query
def bahdanau_step(s_prev, H, W1, W2, w):
    alpha = ((torch.tanh(s_prev @ W1.T)[:, None] + torch.tanh(H @ W2.T)) @ w).softmax(-1)
    return alpha, (alpha[:, :, None] * H).sum(1)
