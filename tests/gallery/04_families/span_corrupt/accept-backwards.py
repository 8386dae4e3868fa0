# accept: replaces from the right, in a copy
def span_corrupt(ids, spans, first_sentinel, eos):
    inputs, targets = list(ids), []
    for number in reversed(range(len(spans))):
        start, end = spans[number]
        inputs[start:end] = [first_sentinel - number]
        targets = [first_sentinel - number, *ids[start:end], *targets]
    return inputs + [eos], targets + [first_sentinel - len(spans), eos]
