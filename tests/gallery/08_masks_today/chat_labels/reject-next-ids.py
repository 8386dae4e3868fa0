# reject: the next token's id
# message: chat-ids-shifted
def chat_labels(ids: torch.Tensor, roles: torch.Tensor, ignore: int = -100) -> torch.Tensor:
    return torch.where(roles == 3, F.pad(ids[:, 1:], (0, 1), value=ignore), ignore)
