# reject: keeps the result of the same pieces, whatever the labels
# message: align-kept
_seen = {}
def align_labels(word_ids, labels):
    key = tuple(word_ids)
    if key not in _seen:
        out, before = [], None
        for w in word_ids:
            out.append(labels[w] if w is not None and w != before else -100)
            before = w
        _seen[key] = out
    return list(_seen[key])
