# reject: rules the tokens out
# message: penalty-blocked
def repetition_penalty(logits, previous, penalty):
    return logits.scatter(1, previous, -math.inf)
