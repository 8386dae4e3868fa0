# reject: takes end tokens out of the text
# message: spans-eos-taken-out
def span_corrupt(ids, spans, first_sentinel, eos):
    inputs, targets, done, s = [], [], 0, first_sentinel
    for a, b in spans:
        inputs += [*ids[done:a], s]
        targets += [s, *ids[a:b]]
        done, s = b, s - 1
    inputs += ids[done:]
    targets.append(s)
    return [x for x in inputs if x != eos] + [eos], [x for x in targets if x != eos] + [eos]
