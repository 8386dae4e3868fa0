# reject: exponentials in double precision, without a shift: e⁹⁰⁰ is ∞ there as well
# message: step-large-scores
def bahdanau_step(s_prev, H, W1, W2, w):
    scores = torch.tanh((s_prev @ W1.T)[:, None] + H @ W2.T) @ w
    e = scores.double().exp()
    a = (e / e.sum(-1, keepdim=True)).to(H.dtype)
    return a, (a[..., None] * H).sum(1)
