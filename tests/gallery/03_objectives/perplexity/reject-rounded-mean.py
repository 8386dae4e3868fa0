# reject: rounds the mean loss to one decimal before the exponential
# message: perplexity-rounded
def perplexity(nll_per_token: list[torch.Tensor]) -> torch.Tensor:
    losses = [x for t in nll_per_token for x in t.tolist()]
    mean = round(sum(losses) / len(losses), 1)
    return math.exp(mean)
