# reject: the first text's roles
# message: chat-first-roles
def chat_labels(ids: torch.Tensor, roles: torch.Tensor, ignore: int = -100) -> torch.Tensor:
    return ids.masked_fill(roles[0] != 3, ignore)
