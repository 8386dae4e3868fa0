# accept: groupby
def align_labels(word_ids, labels):
    from itertools import groupby
    out = []
    for w, run in groupby(word_ids):
        n = len(list(run))
        out += [-100] * n if w is None else [labels[w]] + [-100] * (n - 1)
    return out
