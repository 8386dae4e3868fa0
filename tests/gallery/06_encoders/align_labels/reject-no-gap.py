# reject: a word begins only where the number rises by one
# message: align-no-gap
def align_labels(word_ids, labels):
    out, previous = [], -1
    for word in word_ids:
        out.append(labels[word] if word == previous + 1 else -100)
        previous = previous if word is None else word
    return out
