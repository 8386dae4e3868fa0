# reject: the sum of the blocks' own results
# message: stream-sum-of-blocks
def streaming_softmax(scores: torch.Tensor, values: torch.Tensor, size: int) -> torch.Tensor:
    return sum(b.softmax(1).nan_to_num(0.0) @ v for b, v in zip(scores.split(size, 1), values.split(size)))
