# reject: a sentinel for each token
# message: spans-sentinel-per-token
def span_corrupt(ids, spans, first_sentinel, eos):
    inside = [i for start, end in spans for i in range(start, end)]
    inputs, targets, sentinel = [], [], first_sentinel
    for i, token in enumerate(ids):
        if i in inside:
            inputs.append(sentinel)
            targets += [sentinel, token]
            sentinel -= 1
        else:
            inputs.append(token)
    return [*inputs, eos], [*targets, sentinel, eos]
