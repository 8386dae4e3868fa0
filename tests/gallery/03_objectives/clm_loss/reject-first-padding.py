# reject: padding of the first text
# message: clm-first-padding
def clm_loss(logits, ids, padding):
    real = ~padding[0, 1:]
    return F.cross_entropy(logits[:, :-1][:, real].flatten(0, 1), ids[:, 1:][:, real].flatten())
