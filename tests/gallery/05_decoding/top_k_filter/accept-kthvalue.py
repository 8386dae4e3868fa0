# accept: kthvalue counts from the smallest
def top_k_filter(logits, k):
    v = logits.shape[-1]
    kth = logits.kthvalue(max(1, v - k + 1), dim=-1, keepdim=True).values
    return torch.where(logits >= kth, logits, float("-inf"))
