# reject: looks at the last 2048 tokens only
# message: penalty-long
def repetition_penalty(logits: torch.Tensor, previous: torch.Tensor, penalty: float) -> torch.Tensor:
    recent = previous[:, -2048:]
    some = logits.gather(1, recent)
    return logits.scatter(1, recent, torch.where(some < 0, some * penalty, some / penalty))
