# reject: labels shifted to the left
# message: chat-shifted
def chat_labels(ids: torch.Tensor, roles: torch.Tensor, ignore: int = -100) -> torch.Tensor:
    labels = torch.where(roles == 3, ids, ignore)
    return F.pad(labels[:, 1:], (0, 1), value=ignore)
