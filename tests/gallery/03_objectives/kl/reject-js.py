# reject: Jensen-Shannon
# message: kl-middle
def kl(p, q):
    m = (p + q) / 2
    return (torch.xlogy(p, p / m.clamp(min=1e-30)).sum() + torch.xlogy(q, q / m.clamp(min=1e-30)).sum()) / 2
