# accept: einsum and where
def masked_attention(q, k, v, keep):
    scores = torch.einsum("...td,...sd->...ts", q, k) * q.shape[-1] ** -0.5
    weights = torch.softmax(torch.where(keep, scores, -math.inf), dim=-1)
    return torch.einsum("...ts,...sv->...tv", weights, v), weights
