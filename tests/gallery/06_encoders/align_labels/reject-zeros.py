# reject: 0 for everything without a label
# message: align-zeros
def align_labels(word_ids, labels):
    out, seen = [], set()
    for w in word_ids:
        out.append(0 if w is None or w in seen else labels[w])
        seen.add(w)
    return out
