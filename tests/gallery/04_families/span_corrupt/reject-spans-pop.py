# reject: takes the spans out of its input
# message: spans-modified
def span_corrupt(ids, spans, first_sentinel, eos):
    inputs, targets, done, sentinel = [], [], 0, first_sentinel
    while spans:
        start, end = spans.pop(0)
        inputs += [*ids[done:start], sentinel]
        targets += [sentinel, *ids[start:end]]
        done, sentinel = end, sentinel - 1
    return [*inputs, *ids[done:], eos], [*targets, sentinel, eos]
