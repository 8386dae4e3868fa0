# accept: a mask of what occurred
def repetition_penalty(logits, previous, penalty):
    seen = torch.zeros_like(logits, dtype=torch.bool).scatter(1, previous, True)
    changed = torch.where(logits < 0, logits * penalty, logits / penalty)
    return torch.where(seen, changed, logits)
