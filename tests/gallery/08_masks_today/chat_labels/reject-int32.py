# reject: by way of int32
# message: chat-large
def chat_labels(ids: torch.Tensor, roles: torch.Tensor, ignore: int = -100) -> torch.Tensor:
    return torch.where(roles == 3, ids.int(), 0).long().masked_fill(roles != 3, ignore)
