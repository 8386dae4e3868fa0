# reject: lists as defaults, which grow from call to call
# message: spans-inputs
def span_corrupt(ids, spans, first_sentinel, eos, inputs=[], targets=[]):
    done, sentinel = 0, first_sentinel
    for start, end in spans:
        inputs.extend([*ids[done:start], sentinel])
        targets.extend([sentinel, *ids[start:end]])
        done, sentinel = end, sentinel - 1
    return [*inputs, *ids[done:], eos], [*targets, sentinel, eos]
