# reject: cuts the spans out of the list that it was given
# message: spans-modified
def span_corrupt(ids, spans, first_sentinel, eos):
    targets, sentinel = [], first_sentinel
    for start, end in spans:
        targets += [sentinel, *ids[start:end]]
        sentinel -= 1
    for number, (start, end) in reversed(list(enumerate(spans))):
        ids[start:end] = [first_sentinel - number]
    return [*ids, eos], [*targets, sentinel, eos]
