# accept: a loop over rows
def attention(q, k, v):
    if q.dim() > 2:
        pairs = [attention(*each) for each in zip(q, k, v)]
        return torch.stack([p[0] for p in pairs]), torch.stack([p[1] for p in pairs])
    weights = torch.stack([(k @ row / len(row) ** 0.5).softmax(0) for row in q])
    return weights @ v, weights
