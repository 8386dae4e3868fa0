# reject: multiplies by w and does not add up; a weight for each feature comes out
# message: step-no-sum
def bahdanau_step(s_prev, H, W1, W2, w):
    alpha = (torch.tanh((s_prev @ W1.T)[:, None] + H @ W2.T) * w).softmax(dim=1)
    return alpha, torch.einsum("bsa,bsd->bd", alpha, H)
