# reject: the last token only
# message: penalty-last-only
def repetition_penalty(logits, previous, penalty):
    out = logits.clone()
    for b, row in enumerate(previous.tolist()):
        t = row[-1]
        out[b, t] = out[b, t] * penalty if out[b, t] < 0 else out[b, t] / penalty
    return out
