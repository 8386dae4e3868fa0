# reject: clamps the logits to -50 ... 50
# message: penalty-wrong
def repetition_penalty(logits, previous, penalty):
    seen = logits.gather(1, previous).clamp(-50, 50)
    return logits.scatter(1, previous, torch.where(seen < 0, seen * penalty, seen / penalty))
