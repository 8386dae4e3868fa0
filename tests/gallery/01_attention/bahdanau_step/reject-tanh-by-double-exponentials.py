# reject: the tanh by exponentials in double precision
# message: step-large-inside
def bahdanau_step(s_prev, H, W1, W2, w):
    x = ((s_prev @ W1.T)[:, None] + H @ W2.T).double()
    t = ((x.exp() - (-x).exp()) / (x.exp() + (-x).exp())).to(w.dtype)
    a = (t @ w).softmax(-1)
    return a, (a[..., None] * H).sum(1)
