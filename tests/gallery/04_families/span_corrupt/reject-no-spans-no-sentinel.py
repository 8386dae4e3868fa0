# reject: no final sentinel where there are no spans
# message: spans-no-final-alone
def span_corrupt(ids, spans, first_sentinel, eos):
    inputs, targets, done, sentinel = [], [], 0, first_sentinel
    for start, end in spans:
        inputs += [*ids[done:start], sentinel]
        targets += [sentinel, *ids[start:end]]
        done, sentinel = end, sentinel - 1
    return [*inputs, *ids[done:], eos], [*targets, *([sentinel] if spans else []), eos]
