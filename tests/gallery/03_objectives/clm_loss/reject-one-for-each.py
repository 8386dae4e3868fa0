# reject: one loss for each text
# message: scalar-wanted
def clm_loss(logits, ids, padding):
    each = F.cross_entropy(logits[:, :-1].transpose(1, 2), ids[:, 1:], reduction="none")
    real = ~padding[:, 1:]
    return (each * real).sum(1) / real.sum(1)
