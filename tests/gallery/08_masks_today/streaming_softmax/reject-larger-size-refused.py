# reject: a size above m is an error
# message: check-raised-at
def streaming_softmax(scores: torch.Tensor, values: torch.Tensor, size: int) -> torch.Tensor:
    assert size <= scores.shape[1]
    return scores.softmax(dim=-1).nan_to_num(0.0) @ values
