# reject: large scores become 50 tanh(score / 50), as in some models
# message: attention-clamped
def attention(q, k, v):
    s = q @ k.mT / math.sqrt(q.shape[-1])
    s = torch.where(s.abs() > 50, 50 * torch.tanh(s / 50), s)
    w = s.softmax(-1)
    return w @ v, w
