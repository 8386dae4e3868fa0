# reject: marks what is cut out with 0, and takes the zeros out in the end
# message: spans-zero
def span_corrupt(ids, spans, first_sentinel, eos):
    inputs, targets = list(ids), []
    for k, (start, end) in enumerate(spans):
        targets += [first_sentinel - k, *ids[start:end]]
        inputs[start:end] = [first_sentinel - k] + [0] * (end - start - 1)
    return [x for x in inputs if x != 0] + [eos], targets + [first_sentinel - len(spans), eos]
