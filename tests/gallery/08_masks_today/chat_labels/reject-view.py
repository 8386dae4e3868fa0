# reject: view needs contiguous memory
# message: check-raised-at
def chat_labels(ids: torch.Tensor, roles: torch.Tensor, ignore: int = -100) -> torch.Tensor:
    labels = ids.clone().view(-1)
    labels[roles.view(-1) != 3] = ignore
    return labels.view(ids.shape)
