# reject: loss on all but padding
# message: chat-not-padding
def chat_labels(ids: torch.Tensor, roles: torch.Tensor, ignore: int = -100) -> torch.Tensor:
    return ids.masked_fill(roles == 0, ignore)
