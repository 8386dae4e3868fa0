# reject: batch-of-one code
# message: check-shape
def chat_labels(ids: torch.Tensor, roles: torch.Tensor, ignore: int = -100) -> torch.Tensor:
    return ids.masked_fill(roles != 3, ignore).squeeze(0)
