# reject: the final sentinel stands in the inputs, too
# message: spans-final-in-inputs
def span_corrupt(ids, spans, first_sentinel, eos):
    inputs, targets, done, sentinel = [], [], 0, first_sentinel
    for start, end in spans:
        inputs += [*ids[done:start], sentinel]
        targets += [sentinel, *ids[start:end]]
        done, sentinel = end, sentinel - 1
    return [*inputs, *ids[done:], sentinel, eos], [*targets, sentinel, eos]
