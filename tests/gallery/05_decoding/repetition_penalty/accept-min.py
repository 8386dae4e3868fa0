# accept: the smaller of the two, or the larger for a penalty below 1
def repetition_penalty(logits, previous, penalty):
    seen = logits.gather(1, previous)
    pick = torch.minimum if penalty >= 1 else torch.maximum
    return logits.scatter(1, previous, pick(seen * penalty, seen / penalty))
