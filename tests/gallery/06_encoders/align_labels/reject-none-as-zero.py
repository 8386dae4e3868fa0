# reject: None becomes 0, the first label
# message: align-special-first
def align_labels(word_ids, labels):
    out, seen = [], set()
    for w in word_ids:
        out.append(labels[0] if w is None else -100 if w in seen else labels[w])
        seen.add(w)
    return out
