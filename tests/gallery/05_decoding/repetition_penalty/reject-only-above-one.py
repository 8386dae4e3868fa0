# reject: nothing below a penalty of 1
# message: penalty-nothing
def repetition_penalty(logits, previous, penalty):
    if penalty <= 1:
        return logits.clone()
    seen = logits.gather(1, previous)
    return logits.scatter(1, previous, torch.where(seen < 0, seen * penalty, seen / penalty))
