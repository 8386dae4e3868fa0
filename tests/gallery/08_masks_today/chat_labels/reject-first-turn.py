# reject: only the first turn
# message: chat-first-turn
def chat_labels(ids: torch.Tensor, roles: torch.Tensor, ignore: int = -100) -> torch.Tensor:
    labels = torch.full_like(ids, ignore)
    for b in range(len(ids)):
        t = 0
        while t < ids.shape[1] and roles[b, t] != 3:
            t += 1
        while t < ids.shape[1] and roles[b, t] == 3:
            labels[b, t] = ids[b, t]
            t += 1
    return labels
