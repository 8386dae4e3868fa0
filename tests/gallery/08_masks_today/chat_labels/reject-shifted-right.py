# reject: labels shifted to the right
# message: chat-shifted-right
def chat_labels(ids: torch.Tensor, roles: torch.Tensor, ignore: int = -100) -> torch.Tensor:
    labels = torch.where(roles == 3, ids, ignore)
    return F.pad(labels[:, :-1], (1, 0), value=ignore)
