# reject: gives each new word the next label, though a text may begin with a later word
# message: align-next-label
def align_labels(word_ids, labels):
    it, out, prev = iter(labels), [], None
    for w in word_ids:
        out.append(next(it) if w is not None and w != prev else -100)
        prev = w
    return out
