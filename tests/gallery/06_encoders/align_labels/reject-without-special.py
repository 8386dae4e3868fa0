# reject: leaves out the special tokens
# message: align-length
def align_labels(word_ids, labels):
    out, seen = [], set()
    for w in word_ids:
        if w is not None:
            out.append(-100 if w in seen else labels[w])
            seen.add(w)
    return out
