# reject: by way of float32
# message: chat-large
def chat_labels(ids: torch.Tensor, roles: torch.Tensor, ignore: int = -100) -> torch.Tensor:
    return torch.where(roles == 3, ids.float(), float(ignore)).long()
