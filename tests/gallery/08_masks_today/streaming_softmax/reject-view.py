# reject: view needs contiguous memory
# message: check-raised-at
def streaming_softmax(scores: torch.Tensor, values: torch.Tensor, size: int) -> torch.Tensor:
    n, m = scores.shape
    weights = scores.view(-1, m).softmax(1).nan_to_num(0.0)
    flat = values.view(-1)
    return weights @ flat.view(m, -1)
