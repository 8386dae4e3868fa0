# reject: another error
# message: check-raised-other
def retrieve(queries, query_mask, texts, text_mask, k):
    assert k <= len(texts)

    def direction(states, mask):
        x = states.masked_fill(~mask[..., None], 0).sum(1) / mask.sum(1, keepdim=True).clamp(min=1)
        return F.normalize(x, dim=1)

    q, t = direction(queries, query_mask), direction(texts, text_mask)
    cosines = q @ t.T
    return cosines.argsort(dim=1, descending=True, stable=True)[:, :k]
