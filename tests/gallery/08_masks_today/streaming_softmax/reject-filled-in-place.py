# reject: fills the caller's -inf
# message: check-modified
def streaming_softmax(scores: torch.Tensor, values: torch.Tensor, size: int) -> torch.Tensor:
    lost = (scores == -math.inf).all(1)
    scores[lost] = 0.0
    return (scores.softmax(1) @ values).masked_fill(lost[:, None], 0.0)
