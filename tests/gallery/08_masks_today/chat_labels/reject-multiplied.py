# reject: zeros become `ignore`, also those of a token 0
# message: chat-id-zero
def chat_labels(ids: torch.Tensor, roles: torch.Tensor, ignore: int = -100) -> torch.Tensor:
    labels = ids * (roles == 3)
    labels[labels == 0] = ignore
    return labels
