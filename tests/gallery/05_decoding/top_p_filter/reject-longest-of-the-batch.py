# reject: all rows keep as many tokens as the row that needs most
# message: top-p-longest
def top_p_filter(logits: torch.Tensor, p: float) -> torch.Tensor:
    if p >= 1:
        return logits.clone()
    values, places = torch.sort(logits, dim=-1, descending=True)
    sums = torch.cumsum(torch.softmax(values, dim=-1), dim=-1)
    count = int((sums < p).sum(dim=-1).max()) + 1
    out = torch.full_like(logits, -math.inf)
    return out.scatter(-1, places[:, :count], values[:, :count])
