# reject: None becomes -1, the last label
# message: align-special-label
def align_labels(word_ids, labels):
    out, seen = [], set()
    for w in word_ids:
        out.append(labels[-1] if w is None else -100 if w in seen else labels[w])
        seen.add(w)
    return out
