# reject: every token
# message: penalty-everything
def repetition_penalty(logits, previous, penalty):
    return torch.where(logits < 0, logits * penalty, logits / penalty)
