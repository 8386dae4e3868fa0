# reject: multiplies
# message: chat-zeros
def chat_labels(ids: torch.Tensor, roles: torch.Tensor, ignore: int = -100) -> torch.Tensor:
    return ids * (roles == 3)
