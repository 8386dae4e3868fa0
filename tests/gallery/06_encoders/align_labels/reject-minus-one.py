# reject: -1 for what has no label
# message: align-minus-one
def align_labels(word_ids, labels):
    out, seen = [], set()
    for w in word_ids:
        out.append(-1 if w is None or w in seen else labels[w])
        seen.add(w)
    return out
