# reject: divides every logit
# message: penalty-divided
def repetition_penalty(logits, previous, penalty):
    seen = logits.gather(1, previous)
    return logits.scatter(1, previous, seen / penalty)
