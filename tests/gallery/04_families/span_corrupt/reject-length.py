# reject: takes a span for (start, length)
# message: spans-length
def span_corrupt(ids, spans, first_sentinel, eos):
    inputs, targets, done, sentinel = [], [], 0, first_sentinel
    for start, end in spans:
        inputs += [*ids[done:start], sentinel]
        targets += [sentinel, *ids[start:start + end]]
        done, sentinel = start + end, sentinel - 1
    return [*inputs, *ids[done:], eos], [*targets, sentinel, eos]
