# reject: adds no end token where the text ends with that id already
# message: spans-eos-once
def span_corrupt(ids, spans, first_sentinel, eos):
    inputs, targets, done, sentinel = [], [], 0, first_sentinel
    for start, end in spans:
        inputs += ids[done:start] + [sentinel]
        targets += [sentinel] + ids[start:end]
        done, sentinel = end, sentinel - 1
    inputs += ids[done:]
    targets.append(sentinel)
    for side in (inputs, targets):
        if not side or side[-1] != eos:
            side.append(eos)
    return inputs, targets
