# accept: by rank
def top_k_filter(logits, k):
    rank = logits.argsort(-1, descending=True).argsort(-1)
    return torch.where(rank < k, logits, -math.inf)
