# reject: a softmax in blocks of 128 positions that forgets to rescale the earlier blocks
# message: step-blocks
def bahdanau_step(s_prev, H, W1, W2, w):
    scores = torch.tanh((s_prev @ W1.T)[:, None] + H @ W2.T) @ w
    top, powers = scores[:, :1], []
    for block in scores.split(128, dim=1):
        top = torch.maximum(top, block.amax(1, keepdim=True))
        powers.append((block - top).exp())
    alpha = torch.cat(powers, dim=1)
    alpha = alpha / alpha.sum(1, keepdim=True)
    return alpha, (alpha[..., None] * H).sum(1)
