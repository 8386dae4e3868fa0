# reject: fills the caller's ids
# message: check-modified
def chat_labels(ids: torch.Tensor, roles: torch.Tensor, ignore: int = -100) -> torch.Tensor:
    labels = ids
    labels[roles != 3] = ignore
    return labels
