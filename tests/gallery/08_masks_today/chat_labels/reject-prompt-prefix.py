# reject: only the prompt before the first answer is ignored
# message: chat-from-the-first
def chat_labels(ids: torch.Tensor, roles: torch.Tensor, ignore: int = -100) -> torch.Tensor:
    started = (roles == 3).cumsum(1) > 0
    return torch.where(started & (roles != 0), ids, ignore)
