# reject: each turn's first token is left out
# message: chat-no-first-token
def chat_labels(ids: torch.Tensor, roles: torch.Tensor, ignore: int = -100) -> torch.Tensor:
    own = roles == 3
    before = F.pad(own[:, :-1], (1, 0))
    return torch.where(own & before, ids, ignore)
