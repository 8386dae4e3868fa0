# reject: the last block is padded with scores of 0
# message: stream-wrong
def streaming_softmax(scores: torch.Tensor, values: torch.Tensor, size: int) -> torch.Tensor:
    m = scores.shape[1]
    scores = F.pad(scores, (0, -m % size))
    values = F.pad(values, (0, 0, 0, -m % size))
    return scores.softmax(1).nan_to_num(0.0) @ values
