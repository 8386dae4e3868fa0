# reject: drops the first token
# message: check-shape
def chat_labels(ids: torch.Tensor, roles: torch.Tensor, ignore: int = -100) -> torch.Tensor:
    return torch.where(roles == 3, ids, ignore)[:, 1:]
