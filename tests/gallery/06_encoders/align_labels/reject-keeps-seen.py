# reject: keeps the words that it has seen between calls
# message: align-kept
def align_labels(word_ids, labels, seen=set()):
    out = []
    for word in word_ids:
        out.append(-100 if word is None or word in seen else labels[word])
        seen.add(word)
    return out
