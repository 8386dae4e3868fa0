# reject: subtracts the penalty
# message: penalty-subtracted
def repetition_penalty(logits, previous, penalty):
    seen = logits.gather(1, previous)
    return logits.scatter(1, previous, seen - penalty)
