# reject: counts the words from the first one that is seen
# message: align-next-label
def align_labels(word_ids, labels):
    out, before, number = [], None, None
    for w in word_ids:
        if w is None or w == before:
            out.append(-100)
        else:
            number = w if number is None else number + 1
            out.append(labels[number])
        before = w
    return out
