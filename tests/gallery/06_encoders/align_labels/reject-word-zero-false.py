# reject: `if word` loses word 0
# message: align-zero-false
def align_labels(word_ids, labels):
    out, previous = [], None
    for w in word_ids:
        out.append(labels[w] if w and w != previous else -100)
        previous = w
    return out
