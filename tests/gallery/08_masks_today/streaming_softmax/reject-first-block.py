# reject: reads only the first block
# message: stream-first-block
def streaming_softmax(scores: torch.Tensor, values: torch.Tensor, size: int) -> torch.Tensor:
    return scores[:, :size].softmax(1).nan_to_num(0.0) @ values[:size]
