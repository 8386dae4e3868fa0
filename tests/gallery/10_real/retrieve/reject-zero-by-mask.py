# reject: 0 only where there is no token
# message: retrieve-zero
def retrieve(queries, query_mask, texts, text_mask, k):
    if k > len(texts):
        raise ValueError("too many")

    def direction(states, mask):
        x = states.masked_fill(~mask[..., None], 0).sum(1) / mask.sum(1, keepdim=True).clamp(min=1)
        x = x / x.norm(dim=1, keepdim=True).masked_fill(~mask.any(1, keepdim=True), 1)
        return x

    q, t = direction(queries, query_mask), direction(texts, text_mask)
    cosines = q @ t.T
    return cosines.argsort(dim=1, descending=True, stable=True)[:, :k]
