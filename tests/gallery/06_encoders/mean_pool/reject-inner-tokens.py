# reject: leaves out the first and the last real token
# message: pool-inner
def mean_pool(hidden, mask):
    rows = [h[m] for h, m in zip(hidden, mask.bool())]
    return torch.stack([(r[1:-1] if len(r) > 2 else r).mean(0) for r in rows])
