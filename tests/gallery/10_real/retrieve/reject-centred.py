# reject: the texts' mean is taken off
# message: retrieve-wrong
def retrieve(queries, query_mask, texts, text_mask, k):
    if k > len(texts):
        raise ValueError("too many")

    def direction(states, mask):
        x = states.masked_fill(~mask[..., None], 0).sum(1) / mask.sum(1, keepdim=True).clamp(min=1)
        return F.normalize(x, dim=1)

    q, t = direction(queries, query_mask), direction(texts, text_mask)
    cosines = F.normalize(q - t.mean(0), dim=1) @ F.normalize(t - t.mean(0), dim=1).T
    return cosines.argsort(dim=1, descending=True, stable=True)[:, :k]
