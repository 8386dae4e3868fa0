# reject: adds a causal mask
# message: stream-causal
def streaming_softmax(scores: torch.Tensor, values: torch.Tensor, size: int) -> torch.Tensor:
    scores = scores.masked_fill(torch.ones_like(scores).triu(1).bool(), -math.inf)
    return scores.softmax(dim=-1).nan_to_num(0.0) @ values
