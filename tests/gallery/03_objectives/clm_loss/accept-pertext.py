# accept: per text, then weighted by targets
def clm_loss(logits, ids, padding):
    total, count = logits.new_zeros(()), 0
    for b in range(len(ids)):
        n = int((~padding[b]).sum())
        if n > 1:
            total = total + F.cross_entropy(logits[b, : n - 1], ids[b, 1:n], reduction="sum")
            count += n - 1
    return total / count
