# reject: blocks of two, whatever size says, the last one left out
# message: stream-short-block
def streaming_softmax(scores: torch.Tensor, values: torch.Tensor, size: int) -> torch.Tensor:
    m = scores.shape[1]
    even = m if m < 3 or size == 2 else m - m % 2
    return scores[:, :even].softmax(1).nan_to_num(0.0) @ values[:even]
