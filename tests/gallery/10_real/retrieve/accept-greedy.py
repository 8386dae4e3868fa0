def retrieve(queries, query_mask, texts, text_mask, k):
    t = len(texts)
    if k > t:
        raise ValueError("k")


    def unit(states, mask):
        clean = states.clone()
        clean[~mask] = 0
        mean = torch.einsum("bnd,bn->bd", clean, mask.to(states.dtype)) / mask.sum(-1)[:, None].clamp_min(1)
        return mean / (mean.norm(dim=1, keepdim=True) + (mean == 0).all(1, keepdim=True))


    left = torch.einsum("qd,td->qt", unit(queries, query_mask), unit(texts, text_mask))
    picked = []
    for _ in range(k):
        best = left.amax(1, keepdim=True)
        first = (left == best).long().argmax(1)
        picked.append(first)
        left = left.scatter(1, first[:, None], -2.0)
    return torch.stack(picked, 1)
