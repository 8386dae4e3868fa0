# accept: einsum, and torch.sqrt of a tensor
def attention(q, k, v):
    scores = torch.einsum("...td,...sd->...ts", q, k) / torch.sqrt(torch.tensor(q.size(-1)))
    weights = torch.softmax(scores, dim=-1)
    return torch.einsum("...ts,...sv->...tv", weights, v), weights
