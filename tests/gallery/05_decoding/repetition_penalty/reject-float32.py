# reject: float32 whatever came
# message: check-dtype
def repetition_penalty(logits, previous, penalty):
    out = logits.float().clone()
    for b, row in enumerate(previous.tolist()):
        for t in set(row):
            out[b, t] = out[b, t] / penalty if out[b, t] > 0 else out[b, t] * penalty
    return out
