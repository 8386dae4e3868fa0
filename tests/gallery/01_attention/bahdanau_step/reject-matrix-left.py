# reject: W1 on the left of the states
# message: step-matrix-left
def bahdanau_step(s_prev, H, W1, W2, w):
    scores = torch.tanh((W1 @ s_prev)[:, None] + H @ W2.T) @ w
    alpha = scores.softmax(-1)
    return alpha, (alpha[:, :, None] * H).sum(1)
