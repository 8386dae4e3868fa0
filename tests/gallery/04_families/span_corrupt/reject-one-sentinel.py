# reject: one sentinel for all spans
# message: spans-final-again
def span_corrupt(ids, spans, first_sentinel, eos):
    inputs, targets, done, sentinel = [], [], 0, first_sentinel
    for start, end in spans:
        inputs += [*ids[done:start], sentinel]
        targets += [sentinel, *ids[start:end]]
        done = end
    return [*inputs, *ids[done:], eos], [*targets, sentinel, eos]
