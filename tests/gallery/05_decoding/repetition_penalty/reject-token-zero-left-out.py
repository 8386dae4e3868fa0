# reject: treats id 0 as padding
# message: penalty-token-zero
def repetition_penalty(logits, previous, penalty):
    out = logits.clone()
    for b in range(len(out)):
        for t in set(previous[b].tolist()) - {0}:
            out[b, t] = out[b, t] * penalty if out[b, t] < 0 else out[b, t] / penalty
    return out
