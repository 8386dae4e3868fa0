# reject: the largest role of the batch
# message: chat-user
def chat_labels(ids: torch.Tensor, roles: torch.Tensor, ignore: int = -100) -> torch.Tensor:
    return torch.where(roles == roles.max(), ids, ignore)
