# reject: queries as long as texts
# message: check-raised-at
def retrieve(queries, query_mask, texts, text_mask, k):
    if k > len(texts):
        raise ValueError
    both, masks = torch.cat([queries, texts]), torch.cat([query_mask, text_mask])
    x = F.normalize(both.masked_fill(~masks[..., None], 0).sum(1), dim=1)
    cosines = x[: len(queries)] @ x[len(queries) :].T
    return cosines.argsort(dim=1, descending=True, stable=True)[:, :k]
