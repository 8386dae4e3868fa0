# reject: what is empty comes last
# message: retrieve-empty-last
def retrieve(queries, query_mask, texts, text_mask, k):
    if k > len(texts):
        raise ValueError("too many")

    def direction(states, mask):
        x = states.masked_fill(~mask[..., None], 0).sum(1) / mask.sum(1, keepdim=True).clamp(min=1)
        return F.normalize(x, dim=1)

    q, t = direction(queries, query_mask), direction(texts, text_mask)
    cosines = q @ t.T
    cosines = cosines.masked_fill(~text_mask.any(1), -2)
    return cosines.argsort(dim=1, descending=True, stable=True)[:, :k]
