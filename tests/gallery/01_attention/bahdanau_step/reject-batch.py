# reject: softmax over the batch
# message: step-batch
def bahdanau_step(s_prev, H, W1, W2, w):
    scores = torch.tanh((s_prev @ W1.T)[:, None] + H @ W2.T) @ w
    alpha = scores.softmax(0)
    return alpha, (alpha[:, :, None] * H).sum(1)
