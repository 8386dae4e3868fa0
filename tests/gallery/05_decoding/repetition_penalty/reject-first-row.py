# reject: the first row's tokens in all rows
# message: penalty-first-row
def repetition_penalty(logits, previous, penalty):
    out = logits.clone()
    for t in set(previous[0].tolist()):
        out[:, t] = torch.where(out[:, t] < 0, out[:, t] * penalty, out[:, t] / penalty)
    return out
