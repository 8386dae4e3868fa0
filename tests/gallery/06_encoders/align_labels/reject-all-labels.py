# reject: every label must be used
# message: check-raised-at
def align_labels(word_ids, labels):
    out, seen, rest = [], set(), list(labels)
    for w in word_ids:
        out.append(-100 if w is None or w in seen else rest.pop(0))
        seen.add(w)
    assert not rest
    return out
