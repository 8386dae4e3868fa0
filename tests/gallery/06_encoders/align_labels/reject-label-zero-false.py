# reject: makes −100 of the label 0
# message: align-label-false
def align_labels(word_ids, labels):
    out, previous = [], None
    for word in word_ids:
        out.append((word is not None and word != previous and labels[word]) or -100)
        previous = word
    return out
