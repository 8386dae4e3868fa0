# reject: batch-of-one code: the first row's weights
# message: stream-first-row
def streaming_softmax(scores: torch.Tensor, values: torch.Tensor, size: int) -> torch.Tensor:
    row = scores[0].softmax(0).nan_to_num(0.0)
    return (row @ values).expand(len(scores), -1).clone()
