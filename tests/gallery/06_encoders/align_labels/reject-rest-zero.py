# reject: 0 for further pieces
# message: align-rest-zero
def align_labels(word_ids, labels):
    out, seen = [], set()
    for w in word_ids:
        out.append(-100 if w is None else 0 if w in seen else labels[w])
        seen.add(w)
    return out
