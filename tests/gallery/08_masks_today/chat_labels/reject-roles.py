# reject: the roles in place of the ids
# message: chat-roles
def chat_labels(ids: torch.Tensor, roles: torch.Tensor, ignore: int = -100) -> torch.Tensor:
    return roles.masked_fill(roles != 3, ignore)
