# reject: softmax over the queries
# message: stream-over-rows
def streaming_softmax(scores: torch.Tensor, values: torch.Tensor, size: int) -> torch.Tensor:
    return scores.softmax(dim=0).nan_to_num(0.0) @ values
