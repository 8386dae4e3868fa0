# reject: takes the softmax before the cross-entropy
# message: loss-softmax-twice
def clm_loss(logits, ids, padding):
    real = ~padding[:, 1:]
    return F.cross_entropy(logits[:, :-1][real].softmax(-1), ids[:, 1:][real])
