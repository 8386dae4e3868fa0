# reject: returns the weights
# message: stream-weights
def streaming_softmax(scores: torch.Tensor, values: torch.Tensor, size: int) -> torch.Tensor:
    return scores.softmax(dim=-1).nan_to_num(0.0)
