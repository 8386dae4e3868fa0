# reject: nothing is learned
# message: chat-nothing
def chat_labels(ids: torch.Tensor, roles: torch.Tensor, ignore: int = -100) -> torch.Tensor:
    return torch.full_like(ids, ignore)
