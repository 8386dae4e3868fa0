# reject: keeps None
# message: align-not-whole
def align_labels(word_ids, labels):
    out, seen = [], set()
    for w in word_ids:
        out.append(None if w is None else -100 if w in seen else labels[w])
        seen.add(w)
    return out
