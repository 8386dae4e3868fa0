# accept: compares with the piece before
def align_labels(word_ids, labels):
    return [-100 if w is None or (k and word_ids[k - 1] == w) else labels[w] for k, w in enumerate(word_ids)]
