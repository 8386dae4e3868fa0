# reject: NaN made 0, infinities not
# message: retrieve-padding-nan
def retrieve(queries, query_mask, texts, text_mask, k):
    if k > len(texts):
        raise ValueError("too many")

    def direction(states, mask):
        x = (states.nan_to_num() * mask[..., None]).sum(1) / mask.sum(1, keepdim=True).clamp(min=1)
        x = torch.where(states.isinf().any(1), float('nan'), x)
        return F.normalize(x, dim=1)

    q, t = direction(queries, query_mask), direction(texts, text_mask)
    cosines = q @ t.T
    return cosines.argsort(dim=1, descending=True, stable=True)[:, :k]
