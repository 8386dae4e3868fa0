# reject: the sum of two shapes, in the line that also makes c
# message: step-no-place
def bahdanau_step(s_prev, H, W1, W2, w):
    return (alpha := (torch.tanh(s_prev @ W1.T + H @ W2.T) @ w).softmax(-1)), (alpha[..., None] * H).sum(1)
