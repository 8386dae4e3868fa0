# reject: returns one label a word
# message: align-length
def align_labels(word_ids, labels):
    return list(labels)
