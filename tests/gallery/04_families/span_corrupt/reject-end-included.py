# reject: the end is included
# message: spans-end-included
def span_corrupt(ids, spans, first_sentinel, eos):
    inputs, targets, done, sentinel = [], [], 0, first_sentinel
    for start, end in spans:
        inputs += [*ids[done:start], sentinel]
        targets += [sentinel, *ids[start : end + 1]]
        done, sentinel = end + 1, sentinel - 1
    return [*inputs, *ids[done:], eos], [*targets, sentinel, eos]
