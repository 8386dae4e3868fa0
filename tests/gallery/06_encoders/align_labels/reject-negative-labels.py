# reject: a label below 0 becomes -100
# message: align-below-zero
def align_labels(word_ids, labels):
    out, before = [], None
    for w in word_ids:
        out.append(labels[w] if w is not None and w != before and labels[w] >= 0 else -100)
        before = w
    return out
