# reject: copies the label to all pieces
# message: align-copied
def align_labels(word_ids, labels):
    return [-100 if w is None else labels[w] for w in word_ids]
