# reject: works on the first row only
# message: penalty-only-one-row
def repetition_penalty(logits, previous, penalty):
    out = logits.clone()
    for t in set(previous[0].tolist()):
        out[0, t] = out[0, t] * penalty if out[0, t] < 0 else out[0, t] / penalty
    return out
