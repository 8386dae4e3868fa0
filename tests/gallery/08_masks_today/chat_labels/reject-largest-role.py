# reject: the largest role of the row
# message: chat-wrong
def chat_labels(ids: torch.Tensor, roles: torch.Tensor, ignore: int = -100) -> torch.Tensor:
    return torch.where(roles == roles.amax(1, keepdim=True), ids, ignore)
