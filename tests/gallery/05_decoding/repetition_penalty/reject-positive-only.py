# reject: leaves negative logits
# message: penalty-positive-only
def repetition_penalty(logits, previous, penalty):
    seen = logits.gather(1, previous)
    return logits.scatter(1, previous, torch.where(seen > 0, seen / penalty, seen))
