# reject: one token before each turn
# message: chat-one-before
def chat_labels(ids: torch.Tensor, roles: torch.Tensor, ignore: int = -100) -> torch.Tensor:
    own = roles == 3
    return torch.where(own | F.pad(own[:, 1:], (0, 1)), ids, ignore)
