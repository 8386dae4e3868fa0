# reject: float32
# message: check-dtype
def chat_labels(ids: torch.Tensor, roles: torch.Tensor, ignore: int = -100) -> torch.Tensor:
    return ids.float().masked_fill(roles != 3, ignore)
