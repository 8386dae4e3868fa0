# reject: collapses equal neighbours
# message: spans-equal-neighbours
def span_corrupt(ids, spans, first_sentinel, eos):
    marked = list(ids)
    for k, (a, b) in enumerate(spans):
        for i in range(a, b): marked[i] = first_sentinel - k
    inputs = [t for i, t in enumerate(marked) if i == 0 or t != marked[i - 1]]
    targets = []
    for k, (a, b) in enumerate(spans): targets += [first_sentinel - k] + ids[a:b]
    return inputs + [eos], targets + [first_sentinel - len(spans), eos]
