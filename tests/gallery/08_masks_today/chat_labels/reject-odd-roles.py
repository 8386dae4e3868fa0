# reject: odd roles: system and assistant
# message: chat-system-too
def chat_labels(ids: torch.Tensor, roles: torch.Tensor, ignore: int = -100) -> torch.Tensor:
    return torch.where(roles % 2 == 1, ids, ignore)
