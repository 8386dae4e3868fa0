# reject: one token after each turn
# message: chat-one-after
def chat_labels(ids: torch.Tensor, roles: torch.Tensor, ignore: int = -100) -> torch.Tensor:
    own = roles == 3
    return torch.where(own | F.pad(own[:, :-1], (1, 0)), ids, ignore)
