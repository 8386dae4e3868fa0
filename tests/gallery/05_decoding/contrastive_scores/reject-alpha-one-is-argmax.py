# reject: for alpha = 1 a short cut keeps the argmax alone, where equal best tokens are all plausible
# message: contrast-equals
def contrastive_scores(
    expert: torch.Tensor, amateur: torch.Tensor, alpha: float, beta: float
) -> torch.Tensor:
    large, small = expert.log_softmax(dim=-1), amateur.log_softmax(dim=-1)
    scores = large - beta * small
    if alpha == 1:
        best = large.argmax(dim=-1, keepdim=True)
        return torch.full_like(scores, -math.inf).scatter(-1, best, scores.gather(-1, best))
    plausible = large >= large.amax(dim=-1, keepdim=True) + math.log(alpha)
    return scores.masked_fill(~plausible, -math.inf)
