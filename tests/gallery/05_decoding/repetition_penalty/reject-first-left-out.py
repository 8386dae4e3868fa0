# reject: leaves the first token out
# message: penalty-first-left-out
def repetition_penalty(logits, previous, penalty):
    previous = previous[:, 1:]
    x = logits.gather(1, previous)
    return logits.scatter(1, previous, torch.where(x < 0, x * penalty, x / penalty))
