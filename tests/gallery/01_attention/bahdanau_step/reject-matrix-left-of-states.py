# reject: W2 on the left of the encoder's states
# message: step-matrix-left
def bahdanau_step(s_prev, H, W1, W2, w):
    query = s_prev @ W1.T
    scores = torch.tanh(query[:, None] + W2 @ H) @ w
    alpha = scores.softmax(-1)
    return alpha, (alpha[:, :, None] * H).sum(1)
