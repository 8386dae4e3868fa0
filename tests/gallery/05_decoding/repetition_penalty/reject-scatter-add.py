# reject: adds up the change for each occurrence
# message: penalty-changed-each-time
def repetition_penalty(logits, previous, penalty):
    seen = logits.gather(1, previous)
    new = torch.where(seen < 0, seen * penalty, seen / penalty)
    return logits.scatter_add(1, previous, new - seen)
