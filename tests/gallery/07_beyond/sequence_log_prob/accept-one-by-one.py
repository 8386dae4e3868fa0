# accept: adds the terms one by one in float32
def sequence_log_prob(logits, ids):
    out = []
    for l, text in zip(logits, ids):
        total = torch.zeros(())
        for t in range(1, len(text)):
            total = total + l[t - 1, text[t]] - torch.logsumexp(l[t - 1], 0)
        out.append(total)
    return torch.stack(out)
