# accept: lists of pieces, joined in the end
def span_corrupt(ids, spans, first_sentinel, eos):
    kept, cut, done = [], [], 0
    for k, (start, end) in enumerate(spans):
        kept += [ids[done:start], [first_sentinel - k]]
        cut += [[first_sentinel - k], ids[start:end]]
        done = end
    kept += [ids[done:], [eos]]
    cut += [[first_sentinel - len(spans), eos]]
    return [i for piece in kept for i in piece], [i for piece in cut for i in piece]
