# reject: scores for weights
# message: context-scores
def bahdanau_step(s_prev, H, W1, W2, w):
    scores = torch.tanh((s_prev @ W1.T)[:, None] + H @ W2.T) @ w
    return scores, (scores.softmax(-1)[:, :, None] * H).sum(1)
