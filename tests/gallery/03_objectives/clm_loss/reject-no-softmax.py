# reject: scores as log probabilities
# message: loss-no-softmax
def clm_loss(logits, ids, padding):
    real = ~padding[:, 1:]
    return F.nll_loss(logits[:, :-1][real], ids[:, 1:][real])
