# reject: no sentinels in the targets
# message: spans-no-sentinels
def span_corrupt(ids, spans, first_sentinel, eos):
    inputs, targets, done, sentinel = [], [], 0, first_sentinel
    for start, end in spans:
        inputs += [*ids[done:start], sentinel]
        targets += ids[start:end]
        done, sentinel = end, sentinel - 1
    return [*inputs, *ids[done:], eos], [*targets, eos]
