# reject: the text ends where the end token first stands
# message: spans-ends-at-eos
def span_corrupt(ids, spans, first_sentinel, eos):
    if eos in ids:
        ids = ids[: ids.index(eos)]
    inputs, targets, done, s = [], [], 0, first_sentinel
    for a, b in spans:
        inputs += [*ids[done:a], s]
        targets += [s, *ids[a:b]]
        done, s = b, s - 1
    return [*inputs, *ids[done:], eos], [*targets, s, eos]
