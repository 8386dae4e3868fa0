# reject: returns log-probabilities instead of the logits as they are
# message: filter-log-of-all
def top_p_filter(logits: torch.Tensor, p: float) -> torch.Tensor:
    logp = logits.log_softmax(dim=-1)
    if p == 1:
        return logp
    ordered, places = logp.sort(dim=-1, descending=True)
    sums = ordered.exp().cumsum(dim=-1)
    ordered[:, 1:] = ordered[:, 1:].masked_fill(sums[:, :-1] >= p, -math.inf)
    return torch.empty_like(logp).scatter(-1, places, ordered)
