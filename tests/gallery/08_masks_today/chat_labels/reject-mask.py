# reject: the mask
# message: check-dtype
def chat_labels(ids: torch.Tensor, roles: torch.Tensor, ignore: int = -100) -> torch.Tensor:
    return roles == 3
