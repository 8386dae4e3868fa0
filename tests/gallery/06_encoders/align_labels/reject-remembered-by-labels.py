# reject: keeps results between calls under the labels and the number of pieces
# message: check-remembered
_KEPT = {}


def align_labels(word_ids, labels):
    key = (len(word_ids), tuple(labels))
    if key not in _KEPT:
        before = [None, *word_ids]
        _KEPT[key] = [
            -100 if word is None or word == last else labels[word]
            for word, last in zip(word_ids, before)
        ]
    return list(_KEPT[key])
