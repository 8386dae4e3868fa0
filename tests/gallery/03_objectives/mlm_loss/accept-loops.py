# accept: two loops
def mlm_loss(logits, labels):
    log_p, terms = logits.log_softmax(-1), []
    for text in range(labels.shape[0]):
        for i in range(labels.shape[1]):
            if labels[text, i] != -100:
                terms.append(-log_p[text, i, labels[text, i]])
    return torch.stack(terms).mean() if terms else 0.0 * logits.sum()
