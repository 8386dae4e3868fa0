# reject: divides probabilities
# message: penalty-wrong
def repetition_penalty(logits, previous, penalty):
    p = logits.softmax(-1)
    seen = p.gather(1, previous)
    return p.scatter(1, previous, seen / penalty)
