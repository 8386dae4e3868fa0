# accept: exponentials in double precision
def bahdanau_step(s_prev, H, W1, W2, w):
    d = torch.float64
    e = torch.tanh(torch.nn.functional.linear(s_prev.to(d), W1.to(d)).unsqueeze(1) + torch.nn.functional.linear(H.to(d), W2.to(d)))
    e = (e * w.to(d)).sum(-1)
    e = (e - e.max(1, keepdim=True).values).exp()
    a = e / e.sum(1, keepdim=True)
    return a.to(s_prev.dtype), torch.bmm(a[:, None], H.to(d))[:, 0].to(s_prev.dtype)
