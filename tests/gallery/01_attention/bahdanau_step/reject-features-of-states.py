# reject: softmax over the features of the scores' product with H
# message: part-shape
def bahdanau_step(s_prev, H, W1, W2, w):
    scores = torch.tanh((s_prev @ W1.T)[:, None] + H @ W2.T) @ w
    alpha = (scores[:, :, None] * H).softmax(-1)
    return alpha, (alpha * H).sum(1)
