# reject: looks for a span's first token and cuts where it stands for the first time
# message: spans-by-id
def span_corrupt(ids, spans, first_sentinel, eos):
    inputs, targets, sentinel = list(ids), [], first_sentinel
    for start, end in spans:
        piece = ids[start:end]
        at = inputs.index(piece[0])
        inputs[at : at + len(piece)] = [sentinel]
        targets += [sentinel, *piece]
        sentinel -= 1
    return [*inputs, eos], [*targets, sentinel, eos]
