# reject: mean cosine of single tokens
# message: retrieve-pairs
def retrieve(queries, query_mask, texts, text_mask, k):
    if k > len(texts):
        raise ValueError
    q = F.normalize(queries, dim=2).masked_fill(~query_mask[..., None], 0)
    t = F.normalize(texts, dim=2).masked_fill(~text_mask[..., None], 0)
    pairs = torch.einsum("qnd,tmd->qt", q, t)
    pairs = pairs / text_mask.sum(1).clamp(min=1)
    return pairs.argsort(dim=1, descending=True, stable=True)[:, :k]
