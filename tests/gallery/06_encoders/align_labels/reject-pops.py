# reject: takes labels off the caller's list
# message: check-modified
def align_labels(word_ids, labels):
    out, seen = [], set()
    for w in word_ids:
        out.append(-100 if w is None or w in seen else labels.pop(0))
        seen.add(w)
    return out
