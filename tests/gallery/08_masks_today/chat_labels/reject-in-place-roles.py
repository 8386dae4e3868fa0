# reject: changes the roles on the way
# message: check-modified
def chat_labels(ids: torch.Tensor, roles: torch.Tensor, ignore: int = -100) -> torch.Tensor:
    roles[roles < 3] = 0
    return torch.where(roles == 3, ids, ignore)
