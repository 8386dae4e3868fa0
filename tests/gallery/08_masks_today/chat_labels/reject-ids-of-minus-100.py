# reject: ids of -100 are left out
# message: chat-id-ignored
def chat_labels(ids: torch.Tensor, roles: torch.Tensor, ignore: int = -100) -> torch.Tensor:
    return ids.masked_fill((roles != 3) | (ids == -100), ignore)
