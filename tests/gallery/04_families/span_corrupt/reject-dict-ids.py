# reject: marks ids, not places
# message: spans-everywhere
def span_corrupt(ids, spans, first_sentinel, eos):
    where = {t: None for t in ids}
    for k, (a, b) in enumerate(spans):
        for t in ids[a:b]: where[t] = k
    inputs, last = [], None
    for t in ids:
        if where[t] is None: inputs.append(t)
        elif where[t] != last: inputs.append(first_sentinel - where[t])
        last = where[t]
    targets = []
    for k, (a, b) in enumerate(spans): targets += [first_sentinel - k] + ids[a:b]
    return inputs + [eos], targets + [first_sentinel - len(spans), eos]
