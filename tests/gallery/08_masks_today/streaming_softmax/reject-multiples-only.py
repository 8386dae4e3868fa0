# reject: reshapes into whole blocks
# message: check-raised-at
def streaming_softmax(scores: torch.Tensor, values: torch.Tensor, size: int) -> torch.Tensor:
    n, m = scores.shape
    blocks = scores.reshape(n, m // size, size)
    weights = blocks.flatten(1).softmax(1).nan_to_num(0.0)
    return weights @ values
