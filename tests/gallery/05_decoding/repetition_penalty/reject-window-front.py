# reject: the first 64 tokens only
# message: penalty-long
def repetition_penalty(logits, previous, penalty):
    previous = previous[:, :64]
    seen = logits.gather(1, previous)
    return logits.scatter(1, previous, torch.where(seen < 0, seen * penalty, seen / penalty))
