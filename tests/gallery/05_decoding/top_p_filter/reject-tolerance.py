# reject: a tolerance of 1e-6, in float64 too
# message: top-p-near
def top_p_filter(logits: torch.Tensor, p: float) -> torch.Tensor:
    if p == 1:
        return logits.clone()
    ordered, places = logits.sort(dim=-1, descending=True)
    sums = ordered.softmax(dim=-1).cumsum(dim=-1)
    reached = sums[:, :-1] >= p - 1e-6
    ordered[:, 1:] = ordered[:, 1:].masked_fill(reached, -math.inf)
    return torch.empty_like(logits).scatter(-1, places, ordered)
