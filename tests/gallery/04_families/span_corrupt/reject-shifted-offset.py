# reject: later spans are looked for in the shortened text
# message: spans-shortened
def span_corrupt(ids, spans, first_sentinel, eos):
    rest, targets, sentinel = list(ids), [], first_sentinel
    for start, end in spans:
        targets += [sentinel, *rest[start:end]]
        rest[start:end] = [sentinel]
        sentinel -= 1
    return [*rest, eos], [*targets, sentinel, eos]
