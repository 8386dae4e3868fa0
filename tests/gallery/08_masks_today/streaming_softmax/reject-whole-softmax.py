# reject: the library's softmax: NaN in a row without a key
# message: stream-empty-nan
def streaming_softmax(scores: torch.Tensor, values: torch.Tensor, size: int) -> torch.Tensor:
    return scores.softmax(dim=-1) @ values
