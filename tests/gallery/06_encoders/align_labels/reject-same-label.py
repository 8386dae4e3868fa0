# reject: compares labels instead of words
# message: align-same-label
def align_labels(word_ids, labels):
    out = [-100 if w is None else labels[w] for w in word_ids]
    return [v if k == 0 or v != out[k - 1] else -100 for k, v in enumerate(out)]
