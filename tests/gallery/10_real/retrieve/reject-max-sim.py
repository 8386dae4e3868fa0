# reject: each query token's best
# message: retrieve-best-pairs
def retrieve(queries, query_mask, texts, text_mask, k):
    if k > len(texts):
        raise ValueError
    q = F.normalize(queries, dim=2).masked_fill(~query_mask[..., None], 0)
    t = F.normalize(texts, dim=2).masked_fill(~text_mask[..., None], 0)
    pairs = torch.einsum("qnd,tmd->qtnm", q, t)
    pairs = pairs.masked_fill(~text_mask[None, :, None], -9).amax(3)
    scores = (pairs * query_mask[:, None]).sum(2)
    return scores.argsort(dim=1, descending=True, stable=True)[:, :k]
