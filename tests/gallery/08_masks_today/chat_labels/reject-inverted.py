# reject: the assistant is ignored
# message: chat-inverted
def chat_labels(ids: torch.Tensor, roles: torch.Tensor, ignore: int = -100) -> torch.Tensor:
    return torch.where(roles == 3, ignore, ids)
