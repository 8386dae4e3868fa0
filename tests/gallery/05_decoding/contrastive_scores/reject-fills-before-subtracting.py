# reject: puts -1e5 for the implausible before the amateur is taken off; a large beta lifts it above the others
# message: contrast-filled
def contrastive_scores(
    expert: torch.Tensor, amateur: torch.Tensor, alpha: float, beta: float
) -> torch.Tensor:
    large, small = expert.log_softmax(dim=-1), amateur.log_softmax(dim=-1)
    limit = large.amax(dim=-1, keepdim=True) + math.log(alpha)
    large = large.masked_fill(large < limit, -1e5)
    return large - beta * small
