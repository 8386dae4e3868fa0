# accept: a loop over texts and positions
def bahdanau_step(s_prev, H, W1, W2, w):
    alphas, contexts = [], []
    for s, rows in zip(s_prev, H):
        alpha = torch.stack([w @ torch.tanh(W1 @ s + W2 @ h) for h in rows]).softmax(0)
        alphas.append(alpha)
        contexts.append(alpha @ rows)
    return torch.stack(alphas), torch.stack(contexts)
