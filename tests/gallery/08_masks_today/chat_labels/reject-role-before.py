# reject: the role of the token before
# message: chat-roles-late
def chat_labels(ids: torch.Tensor, roles: torch.Tensor, ignore: int = -100) -> torch.Tensor:
    return torch.where(F.pad(roles[:, :-1], (1, 0)) == 3, ids, ignore)
