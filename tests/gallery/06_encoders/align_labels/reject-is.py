# reject: compares the numbers of words with `is`, which holds for small ones alone
# message: align-is
def align_labels(word_ids, labels):
    aligned, previous = [], None
    for word in word_ids:
        aligned.append(labels[word] if word is not None and word is not previous else -100)
        previous = word
    return aligned
