# reject: keeps a tie only below the border
# message: top-k-tie
def top_k_filter(logits, k):
    kth = logits.sort(descending=True).values[:, min(k, logits.shape[-1]) - 1 :][:, :1]
    kept = logits >= kth
    kept &= ~((logits == kth) & ((logits == kth).sum(-1, keepdim=True) > 1))
    return logits.masked_fill(~kept, -math.inf)
