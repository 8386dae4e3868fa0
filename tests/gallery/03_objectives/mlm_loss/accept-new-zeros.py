# accept: zero tensor of float64
def mlm_loss(logits, labels):
    k = labels.ge(0)
    if k.sum().item() == 0:
        return torch.zeros((), dtype=torch.float64, requires_grad=True)
    return F.nll_loss(F.log_softmax(logits[k].double(), dim=-1), labels[k])
