# accept: fills a list of -100 at the first places
def align_labels(word_ids, labels):
    out = [-100] * len(word_ids)
    for word in set(word_ids) - {None}:
        out[word_ids.index(word)] = labels[word]
    return out
