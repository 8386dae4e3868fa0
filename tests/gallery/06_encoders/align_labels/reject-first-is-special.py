# reject: takes the first and the last piece for special
# message: align-ends
def align_labels(word_ids, labels):
    out, seen = [-100], set()
    for w in word_ids[1:-1]:
        out.append(-100 if w is None or w in seen else labels[w])
        seen.add(w)
    return (out + [-100])[: len(word_ids)]
