# reject: the mean of the visible values
# message: stream-mean
def streaming_softmax(scores: torch.Tensor, values: torch.Tensor, size: int) -> torch.Tensor:
    seen = (scores > -math.inf).to(values.dtype)
    return seen @ values / seen.sum(1, keepdim=True).clamp(min=1)
