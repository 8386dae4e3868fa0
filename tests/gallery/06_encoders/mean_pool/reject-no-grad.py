# reject: computes without a graph
# message: pool-no-gradient
def mean_pool(hidden, mask):
    with torch.no_grad():
        return (hidden * mask.unsqueeze(-1)).sum(1) / mask.sum(1, keepdim=True)
