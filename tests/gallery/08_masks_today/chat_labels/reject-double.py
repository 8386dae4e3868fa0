# reject: by way of float64
# message: chat-large
def chat_labels(ids: torch.Tensor, roles: torch.Tensor, ignore: int = -100) -> torch.Tensor:
    return torch.where(roles == 3, ids.double(), float(ignore)).long()
