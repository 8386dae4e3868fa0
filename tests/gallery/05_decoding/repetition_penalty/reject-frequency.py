# reject: subtracts for each occurrence
# message: penalty-subtracted
def repetition_penalty(logits, previous, penalty):
    out = logits.clone()
    for b, row in enumerate(previous.tolist()):
        for t in row:
            out[b, t] -= penalty
    return out
