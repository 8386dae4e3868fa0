# reject: takes sums that miss p by up to a ten-thousandth as reaching it, far more than rounding
# message: top-p-near
def top_p_filter(logits: torch.Tensor, p: float) -> torch.Tensor:
    if p >= 1:
        return logits.clone()
    ordered, places = logits.sort(dim=-1, descending=True)
    sums = ordered.softmax(dim=-1).cumsum(dim=-1)
    done = sums[:, :-1] >= p - 1e-4  # rounding
    ordered[:, 1:] = ordered[:, 1:].masked_fill(done, -math.inf)
    return torch.empty_like(logits).scatter(-1, places, ordered)
