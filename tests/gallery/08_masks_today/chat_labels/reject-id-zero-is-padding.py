# reject: ids of 0 count as padding
# message: chat-id-zero
def chat_labels(ids: torch.Tensor, roles: torch.Tensor, ignore: int = -100) -> torch.Tensor:
    return torch.where((roles == 3) & (ids != 0), ids, ignore)
