# reject: only the last turn
# message: chat-last-turn
def chat_labels(ids: torch.Tensor, roles: torch.Tensor, ignore: int = -100) -> torch.Tensor:
    labels = torch.full_like(ids, ignore)
    for b in range(len(ids)):
        t = ids.shape[1] - 1
        while t >= 0 and roles[b, t] != 3:
            t -= 1
        while t >= 0 and roles[b, t] == 3:
            labels[b, t] = ids[b, t]
            t -= 1
    return labels
