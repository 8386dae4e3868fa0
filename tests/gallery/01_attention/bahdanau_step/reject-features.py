# reject: softmax over the features
# message: step-features
def bahdanau_step(s_prev, H, W1, W2, w):
    inside = torch.tanh((s_prev @ W1.T)[:, None] + H @ W2.T)
    alpha = inside.softmax(-1) @ w
    return alpha, (alpha[:, :, None] * H).sum(1)
