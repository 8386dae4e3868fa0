# reject: takes a mask of three dimensions for one of each text and inserts a dimension for the heads
# message: attention-head-mask
def masked_attention(q, k, v, keep):
    scores = torch.matmul(q, k.transpose(-2, -1)) / math.sqrt(q.size(-1))
    if keep.dim() == 3 and scores.dim() == 4:
        keep = keep.unsqueeze(1)  # [B, 1, T, S]
    weights = F.softmax(scores.masked_fill(~keep, float("-inf")), dim=-1)
    return torch.matmul(weights, v), weights
