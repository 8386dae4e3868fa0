# reject: the smallest score counts most
# message: stream-negative
def streaming_softmax(scores: torch.Tensor, values: torch.Tensor, size: int) -> torch.Tensor:
    turned = torch.where(scores == -math.inf, scores, -scores)
    return turned.softmax(dim=-1).nan_to_num(0.0) @ values
