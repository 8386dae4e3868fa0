# reject: only the assistant's ids
# message: check-shape
def chat_labels(ids: torch.Tensor, roles: torch.Tensor, ignore: int = -100) -> torch.Tensor:
    return ids[roles == 3]
