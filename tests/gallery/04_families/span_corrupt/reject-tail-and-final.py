# reject: loses the rest and the final sentinel
# message: spans-tail-lost
def span_corrupt(ids, spans, first_sentinel, eos):
    inputs, targets, done, sentinel = [], [], 0, first_sentinel
    for start, end in spans:
        inputs += [*ids[done:start], sentinel]
        targets += [sentinel, *ids[start:end]]
        done, sentinel = end, sentinel - 1
    return [*inputs, eos], [*targets, eos]
