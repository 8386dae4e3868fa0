# reject: a batch without an answer keeps all
# message: chat-all
def chat_labels(ids: torch.Tensor, roles: torch.Tensor, ignore: int = -100) -> torch.Tensor:
    if not (roles == 3).any():
        return ids.clone()
    return ids.masked_fill(roles != 3, ignore)
