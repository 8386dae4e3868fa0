# reject: -100, whatever `ignore` is
# message: chat-default
def chat_labels(ids: torch.Tensor, roles: torch.Tensor, ignore: int = -100) -> torch.Tensor:
    return ids.masked_fill(roles != 3, -100)
