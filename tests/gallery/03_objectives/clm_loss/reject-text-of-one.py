# reject: the mean of each text times its number of targets: a text of one token gives NaN
# message: clm-nan
def clm_loss(logits, ids, padding):
    total, count = logits.new_zeros(()), 0
    for scores, text, hidden in zip(logits, ids, padding):
        n = int((~hidden).sum())
        total = total + F.cross_entropy(scores[: n - 1], text[1:n]) * (n - 1)
        count += n - 1
    return total / count
