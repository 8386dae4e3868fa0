# accept: gap by gap
def diffusion_loss(logits, targets, gaps, t):
    total = 0 * logits.sum()
    log_p = logits.log_softmax(dim=-1)
    for b in range(len(logits)):
        for i in range(logits.shape[1]):
            if gaps[b, i]:
                total = total - log_p[b, i, targets[b, i]] / t[b]
    return total / (logits.shape[0] * logits.shape[1])
