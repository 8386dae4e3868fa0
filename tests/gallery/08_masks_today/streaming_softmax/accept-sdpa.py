# accept: PyTorch's attention on each block, joined by their sums
def streaming_softmax(scores: torch.Tensor, values: torch.Tensor, size: int) -> torch.Tensor:
    outs, logs = [], []
    for block, some in zip(scores.split(size, 1), values.split(size)):
        q, k = scores.new_zeros(len(scores), 1), scores.new_zeros(len(some), 1)
        outs.append(F.scaled_dot_product_attention(q, k, some, attn_mask=block).nan_to_num(0.0))
        logs.append(block.logsumexp(1))
    weights = torch.stack(logs).softmax(0).nan_to_num(0.0)
    return (weights[..., None] * torch.stack(outs)).sum(0)
