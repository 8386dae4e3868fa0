# reject: multiplies by w and does not add up; stops where the states are weighed
# message: step-no-sum
def bahdanau_step(s_prev, H, W1, W2, w):
    e = torch.tanh((s_prev @ W1.T)[:, None] + H @ W2.T) * w
    alpha = e.softmax(dim=1)
    return alpha, (alpha[:, :, None] * H).sum(1)
