# accept: fills with the lowest number of the dtype
def top_k_filter(logits, k):
    k = min(k, logits.shape[-1])
    kth = logits.sort(-1).values[:, -k, None]
    return logits.masked_fill(logits < kth, torch.finfo(logits.dtype).min)
