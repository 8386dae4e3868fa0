# reject: the word's number for its label
# message: align-number
def align_labels(word_ids, labels):
    out, seen = [], set()
    for w in word_ids:
        out.append(-100 if w is None or w in seen else w)
        seen.add(w)
    return out
