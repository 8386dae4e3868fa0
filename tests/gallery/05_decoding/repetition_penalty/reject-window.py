# reject: looks at the last 32 tokens only, not at the prompt
# message: penalty-long
def repetition_penalty(logits: torch.Tensor, previous: torch.Tensor, penalty: float) -> torch.Tensor:
    recent = previous[:, -32:]
    seen = torch.zeros_like(logits, dtype=torch.bool).scatter(1, recent, True)
    changed = torch.where(logits < 0, logits * penalty, logits / penalty)
    return torch.where(seen, changed, logits)
