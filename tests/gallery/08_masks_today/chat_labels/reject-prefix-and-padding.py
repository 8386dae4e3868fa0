# reject: from the first answer on, padding as well
# message: chat-from-the-first-on
def chat_labels(ids: torch.Tensor, roles: torch.Tensor, ignore: int = -100) -> torch.Tensor:
    started = (roles == 3).long().cummax(1).values.bool()
    return torch.where(started, ids, ignore)
