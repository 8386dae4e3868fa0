# reject: padding's losses are 0 but stay in the mean
# message: clm-zeros-counted
def clm_loss(logits, ids, padding):
    each = F.cross_entropy(logits[:, :-1].transpose(1, 2), ids[:, 1:], reduction="none")
    return (each * ~padding[:, 1:]).mean()
