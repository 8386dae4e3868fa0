# reject: padding only on the right
# message: retrieve-wrong
def retrieve(queries, query_mask, texts, text_mask, k):
    if k > len(texts):
        raise ValueError("too many")

    def direction(states, mask):
        length = mask.sum(1, keepdim=True)
        keep = torch.arange(mask.shape[1]) < length
        x = states.masked_fill(~keep[..., None], 0).sum(1) / length.clamp(min=1)
        return F.normalize(x, dim=1)

    q, t = direction(queries, query_mask), direction(texts, text_mask)
    cosines = q @ t.T
    return cosines.argsort(dim=1, descending=True, stable=True)[:, :k]
