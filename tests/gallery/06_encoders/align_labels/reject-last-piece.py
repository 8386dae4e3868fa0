# reject: the label at the last piece
# message: align-last
def align_labels(word_ids, labels):
    n = len(word_ids)
    return [-100 if w is None or (k + 1 < n and word_ids[k + 1] == w) else labels[w] for k, w in enumerate(word_ids)]
