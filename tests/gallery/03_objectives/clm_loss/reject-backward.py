# reject: calls backward
# message: loss-backward
def clm_loss(logits, ids, padding):
    real = ~padding[:, 1:]
    loss = F.cross_entropy(logits[:, :-1][real], ids[:, 1:][real])
    if loss.requires_grad:
        loss.backward(retain_graph=True)
    return loss
