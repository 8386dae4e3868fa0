# reject: cuts the gradient
# message: pool-no-gradient
def mean_pool(hidden, mask):
    h = hidden.detach()
    return (h * mask.unsqueeze(-1)).sum(1) / mask.sum(1, keepdim=True)
