# reject: any text's roles
# message: chat-any-text
def chat_labels(ids: torch.Tensor, roles: torch.Tensor, ignore: int = -100) -> torch.Tensor:
    return torch.where((roles == 3).any(0), ids, ignore)
