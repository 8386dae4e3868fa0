# reject: a text without an answer is an error
# message: check-raised-at
def chat_labels(ids: torch.Tensor, roles: torch.Tensor, ignore: int = -100) -> torch.Tensor:
    for row in roles.tolist():
        row.index(3)
    return ids.masked_fill(roles != 3, ignore)
