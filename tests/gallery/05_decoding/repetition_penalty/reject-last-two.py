# reject: the last two tokens only
# message: penalty-first-left-out
def repetition_penalty(logits, previous, penalty):
    previous = previous[:, -2:]
    seen = logits.gather(1, previous)
    return logits.scatter(1, previous, torch.where(seen < 0, seen * penalty, seen / penalty))
