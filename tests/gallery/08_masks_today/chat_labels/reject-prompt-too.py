# reject: user and assistant
# message: chat-user-too
def chat_labels(ids: torch.Tensor, roles: torch.Tensor, ignore: int = -100) -> torch.Tensor:
    return ids.masked_fill(roles < 2, ignore)
