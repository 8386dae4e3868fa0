# reject: stacks the texts' losses, which must all be as long
# message: check-raised-at
def clm_loss(logits, ids, padding):
    losses = []
    for scores, text, hidden in zip(logits, ids, padding):
        n = int((~hidden).sum())
        losses.append(F.cross_entropy(scores[: n - 1], text[1:n], reduction="none"))
    return torch.stack(losses).mean()
