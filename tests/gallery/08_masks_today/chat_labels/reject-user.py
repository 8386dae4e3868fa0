# reject: the user's tokens
# message: chat-user
def chat_labels(ids: torch.Tensor, roles: torch.Tensor, ignore: int = -100) -> torch.Tensor:
    return torch.where(roles == 2, ids, ignore)
