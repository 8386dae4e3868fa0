# reject: a token whose id is `ignore` gets -100
# message: chat-wrong
def chat_labels(ids: torch.Tensor, roles: torch.Tensor, ignore: int = -100) -> torch.Tensor:
    labels = torch.where(roles == 3, ids, ignore)
    labels[(roles == 3) & (ids == ignore)] = -100
    return labels
