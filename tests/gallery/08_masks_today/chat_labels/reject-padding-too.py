# reject: padding at the end counts, as the end of the text
# message: chat-padding-too
def chat_labels(ids: torch.Tensor, roles: torch.Tensor, ignore: int = -100) -> torch.Tensor:
    return torch.where((roles == 3) | (roles == 0), ids, ignore)
