def retrieve(queries, query_mask, texts, text_mask, k):
    if k > len(texts):
        raise ValueError
    sums = [
        torch.stack([s[m].sum(0) for s, m in zip(states, mask)])
        for states, mask in ((queries, query_mask), (texts, text_mask))
    ]
    length = sums[1].norm(dim=1)
    scores = (sums[0] @ sums[1].T) / torch.where(length > 0, length, 1)
    # the length of a query changes nothing in its row
    pairs = [sorted((-s, i) for i, s in enumerate(row)) for row in scores.tolist()]
    return torch.tensor([[i for _, i in row[:k]] for row in pairs])
