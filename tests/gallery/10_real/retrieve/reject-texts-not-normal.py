# reject: only the queries are made of length 1
# message: retrieve-dot
def retrieve(queries, query_mask, texts, text_mask, k):
    if k > len(texts):
        raise ValueError("too many")

    def direction(states, mask):
        x = states.masked_fill(~mask[..., None], 0).sum(1) / mask.sum(1, keepdim=True).clamp(min=1)
        return F.normalize(x, dim=1)

    q = direction(queries, query_mask)
    t = texts.masked_fill(~text_mask[..., None], 0).sum(1) / text_mask.sum(1, keepdim=True).clamp(min=1)
    cosines = q @ t.T
    return cosines.argsort(dim=1, descending=True, stable=True)[:, :k]
