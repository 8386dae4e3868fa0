# accept: in float64 with logsumexp
def clm_loss(logits, ids, padding):
    x = logits.double()[:, :-1]
    nll = torch.logsumexp(x, -1) - x.gather(2, ids[:, 1:].unsqueeze(2)).squeeze(2)
    return torch.masked_select(nll, ~padding[:, 1:]).mean()
