# accept: subtracts the logarithm of the sum, then takes one exponential
def safe_softmax(scores, keep):
    alive = keep.any(-1, keepdim=True)
    visible = torch.where(keep | ~alive, scores, -torch.inf)
    weights = torch.exp(visible - torch.logsumexp(visible, -1, keepdim=True))
    return torch.where(keep, weights, torch.zeros_like(weights))
