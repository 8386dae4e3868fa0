# reject: the system's tokens
# message: chat-system
def chat_labels(ids: torch.Tensor, roles: torch.Tensor, ignore: int = -100) -> torch.Tensor:
    return torch.where(roles == 1, ids, ignore)
