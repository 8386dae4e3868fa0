# accept: one iterator over the places, a list of pieces
def span_corrupt(ids, spans, first_sentinel, eos):
    sentinels = iter(range(first_sentinel, first_sentinel - len(spans) - 1, -1))
    kept, cut, done = [], [], 0
    for start, end in spans:
        sentinel = next(sentinels)
        kept += [ids[done:start], [sentinel]]
        cut += [[sentinel], ids[start:end]]
        done = end
    kept += [ids[done:], [eos]]
    cut += [[next(sentinels), eos]]
    return [i for piece in kept for i in piece], [i for piece in cut for i in piece]
