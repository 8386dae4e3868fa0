# reject: leaves out rows of zeros
# message: step-zeros
def bahdanau_step(s_prev, H, W1, W2, w):
    scores = torch.tanh((s_prev @ W1.T)[:, None] + H @ W2.T) @ w
    alpha = scores.masked_fill((H == 0).all(-1), -math.inf).softmax(-1)
    return alpha, (alpha[:, :, None] * H).sum(1)
