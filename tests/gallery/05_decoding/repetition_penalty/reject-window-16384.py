# reject: the last 16,384 tokens count
# message: penalty-long
def repetition_penalty(logits: torch.Tensor, previous: torch.Tensor, penalty: float) -> torch.Tensor:
    recent = previous[:, -16384:]  # keeps the cost bounded
    occurred = torch.zeros(logits.shape, dtype=torch.bool).scatter(1, recent, True)
    changed = torch.where(logits < 0, logits * penalty, logits / penalty)
    return torch.where(occurred, changed, logits)
