# reject: adds s_prev without a dimension for the positions, all in one line
# message: step-no-place
def bahdanau_step(s_prev, H, W1, W2, w):
    return (alpha := (torch.tanh(s_prev @ W1.T + H @ W2.T) @ w).softmax(dim=-1)), (alpha[:, :, None] * H).sum(dim=1)
