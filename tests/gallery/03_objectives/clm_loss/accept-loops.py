# accept: two loops
def clm_loss(logits, ids, padding):
    log_p, terms = logits.log_softmax(-1), []
    for text in range(ids.shape[0]):
        for i in range(1, ids.shape[1]):
            if not padding[text, i]:
                terms.append(-log_p[text, i - 1, ids[text, i]])
    return torch.stack(terms).mean()
