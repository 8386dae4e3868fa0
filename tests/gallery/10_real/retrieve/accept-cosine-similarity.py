def retrieve(queries, query_mask, texts, text_mask, k):
    if k > len(texts):
        raise ValueError("k")
    zero = torch.zeros((), dtype=queries.dtype)
    q = torch.where(query_mask[..., None], queries, zero).sum(1)
    t = torch.where(text_mask[..., None], texts, zero).sum(1)  # a sum has the direction of the mean
    cosines = F.cosine_similarity(q[:, None], t[None], dim=-1)
    return torch.sort(cosines, dim=1, descending=True, stable=True).indices[:, :k]
