# reject: index with the whole batch's tokens
# message: penalty-whole-batch
def repetition_penalty(logits, previous, penalty):
    out = logits.clone()
    out[:, previous.flatten()] = torch.where(logits < 0, logits * penalty, logits / penalty)[:, previous.flatten()]
    return out
