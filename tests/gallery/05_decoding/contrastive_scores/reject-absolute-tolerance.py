# reject: a tolerance of 1e-5 on the probabilities, which is larger than a small limit
# message: contrast-near
def contrastive_scores(
    expert: torch.Tensor, amateur: torch.Tensor, alpha: float, beta: float
) -> torch.Tensor:
    large, small = expert.log_softmax(dim=-1), amateur.log_softmax(dim=-1)
    p = large.exp()
    plausible = p + 1e-5 >= alpha * p.amax(dim=-1, keepdim=True)  # rounding
    return (large - beta * small).masked_fill(~plausible, -math.inf)
