# reject: mean over all places
# message: retrieve-padding
def retrieve(queries, query_mask, texts, text_mask, k):
    if k > len(texts):
        raise ValueError("too many")

    def direction(states, mask):
        x = states.mean(1)
        return F.normalize(x, dim=1)

    q, t = direction(queries, query_mask), direction(texts, text_mask)
    cosines = q @ t.T
    return cosines.argsort(dim=1, descending=True, stable=True)[:, :k]
