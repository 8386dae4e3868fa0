# reject: spans that touch are merged
# message: spans-merged
def span_corrupt(ids, spans, first_sentinel, eos):
    merged = []
    for start, end in spans:
        if merged and merged[-1][1] == start:
            merged[-1] = (merged[-1][0], end)
        else:
            merged.append((start, end))
    inputs, targets, done, sentinel = [], [], 0, first_sentinel
    for start, end in merged:
        inputs += [*ids[done:start], sentinel]
        targets += [sentinel, *ids[start:end]]
        done, sentinel = end, sentinel - 1
    return [*inputs, *ids[done:], eos], [*targets, sentinel, eos]
