# reject: counts from the last word
# message: align-from-end
def align_labels(word_ids, labels):
    last = max((w for w in word_ids if w is not None), default=0)
    out, previous = [], None
    for word in word_ids:
        out.append(-100 if word in (None, previous) else labels[word - last - 1])
        previous = word
    return out
