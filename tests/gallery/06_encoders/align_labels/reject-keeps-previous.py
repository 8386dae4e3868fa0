# reject: keeps the last number between calls
# message: align-kept
_last = [None]


def align_labels(word_ids, labels):
    out = []
    for word in word_ids:
        out.append(labels[word] if word is not None and word != _last[0] else -100)
        _last[0] = word
    return out
