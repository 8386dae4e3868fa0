# reject: the next token's role
# message: chat-roles-shifted
def chat_labels(ids: torch.Tensor, roles: torch.Tensor, ignore: int = -100) -> torch.Tensor:
    return torch.where(F.pad(roles[:, 1:], (0, 1)) == 3, ids, ignore)
