# reject: zeros and ones
# message: chat-mask
def chat_labels(ids: torch.Tensor, roles: torch.Tensor, ignore: int = -100) -> torch.Tensor:
    return (roles == 3).long()
