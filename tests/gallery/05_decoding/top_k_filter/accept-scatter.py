# accept: writes the best k into a tensor of -inf (exactly k at a tie)
def top_k_filter(logits, k):
    k = min(k, logits.shape[-1])
    values, places = logits.topk(k)
    return torch.full_like(logits, -math.inf).scatter(1, places, values)
