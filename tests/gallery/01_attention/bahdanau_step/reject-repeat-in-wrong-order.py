# reject: repeats the states of the whole batch S times and then cuts the rows by text: texts get mixed
# message: step-texts-mixed
def bahdanau_step(s_prev, H, W1, W2, w):
    B, S, _ = H.shape
    states = s_prev.repeat(S, 1).reshape(B, S, -1)
    hidden = torch.tanh(states @ W1.T + H @ W2.T)
    alpha = (hidden @ w).softmax(dim=-1)
    c = (alpha.unsqueeze(-1) * H).sum(dim=1)
    return alpha, c
