# reject: compares the first piece with the last one
# message: align-zero-false
def align_labels(word_ids, labels):
    return [-100 if w is None or w == word_ids[k - 1] else labels[w] for k, w in enumerate(word_ids)]
