# reject: negative ids are cut off
# message: chat-wrong
def chat_labels(ids: torch.Tensor, roles: torch.Tensor, ignore: int = -100) -> torch.Tensor:
    return ids.clamp(min=0).masked_fill(roles != 3, ignore)
