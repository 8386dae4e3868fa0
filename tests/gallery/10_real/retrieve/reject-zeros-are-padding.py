# reject: states of zeros are padding
# message: retrieve-padding
def retrieve(queries, query_mask, texts, text_mask, k):
    if k > len(texts):
        raise ValueError("too many")

    def direction(states, mask):
        x = states.nan_to_num(0, 0, 0)
        keep = (states != 0).any(2)
        x = x.masked_fill(~keep[..., None], 0).sum(1)
        return F.normalize(x, dim=1)

    q, t = direction(queries, query_mask), direction(texts, text_mask)
    cosines = q @ t.T
    return cosines.argsort(dim=1, descending=True, stable=True)[:, :k]
