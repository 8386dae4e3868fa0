def retrieve(queries, query_mask, texts, text_mask, k):
    if k > len(texts):
        raise ValueError


    def mean(states, mask):
        states = states.double()
        states = torch.where(mask.unsqueeze(-1), states, torch.zeros_like(states))
        return states.sum(1) / mask.sum(1, keepdim=True).clamp(min=1)


    q, t = mean(queries, query_mask), mean(texts, text_mask)
    below = q.norm(dim=1)[:, None] * t.norm(dim=1)
    cosines = ((q @ t.T) / below.masked_fill(below == 0, 1)).to(queries.dtype)
    return (-cosines).argsort(dim=1, stable=True)[:, :k].contiguous()
