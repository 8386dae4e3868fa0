# reject: the tokens of earlier calls are penalised as well
# message: penalty-everything
def repetition_penalty(logits, previous, penalty, seen={}):
    out = logits.clone()
    for b in range(logits.shape[0]):
        tokens = seen.setdefault(b, set())
        tokens.update(previous[b].tolist())
        for token in tokens:
            if token < logits.shape[1]:
                x = logits[b, token]
                out[b, token] = x * penalty if x < 0 else x / penalty
    return out
