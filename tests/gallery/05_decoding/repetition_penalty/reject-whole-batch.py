# reject: tokens of any row are penalised in all
# message: penalty-whole-batch
def repetition_penalty(logits, previous, penalty):
    out = logits.clone()
    for t in set(previous.flatten().tolist()):
        out[:, t] = torch.where(out[:, t] < 0, out[:, t] * penalty, out[:, t] / penalty)
    return out
