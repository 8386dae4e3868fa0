# reject: all tokens after the last user's
# message: chat-last-turn
def chat_labels(ids: torch.Tensor, roles: torch.Tensor, ignore: int = -100) -> torch.Tensor:
    n = ids.shape[1]
    place = torch.arange(n)
    last = torch.where(roles == 2, place, -1).amax(1, keepdim=True)
    return torch.where((roles == 3) & (place > last), ids, ignore)
