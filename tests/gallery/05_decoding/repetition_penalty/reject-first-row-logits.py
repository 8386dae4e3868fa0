# reject: the sign of the first row's logit decides for all
# message: penalty-wrong
def repetition_penalty(logits, previous, penalty):
    out = logits.clone()
    for b, row in enumerate(previous.tolist()):
        for t in set(row):
            out[b, t] = logits[b, t] / penalty if logits[0, t] > 0 else logits[b, t] * penalty
    return out
