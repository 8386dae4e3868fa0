# reject: divides by a root
# message: step-scaled
def bahdanau_step(s_prev, H, W1, W2, w):
    scores = torch.tanh((s_prev @ W1.T)[:, None] + H @ W2.T) @ w / math.sqrt(len(w))
    alpha = scores.softmax(-1)
    return alpha, (alpha[:, :, None] * H).sum(1)
