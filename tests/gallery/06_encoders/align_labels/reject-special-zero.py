# reject: 0 for special tokens
# message: align-special-zero
def align_labels(word_ids, labels):
    out, seen = [], set()
    for w in word_ids:
        out.append(0 if w is None else -100 if w in seen else labels[w])
        seen.add(w)
    return out
