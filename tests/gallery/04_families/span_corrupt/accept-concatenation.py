# accept: sums of lists
def span_corrupt(ids, spans, first_sentinel, eos):
    cuts = [0] + [x for span in spans for x in span] + [len(ids)]
    marks = [first_sentinel - k for k in range(len(spans) + 1)]
    kept = [ids[a:b] for a, b in zip(cuts[::2], cuts[1::2])]
    gone = [ids[a:b] for a, b in zip(cuts[1:-1:2], cuts[2::2])]
    inputs = sum(([*k, m] for k, m in zip(kept, marks)), [])[:-1] + [eos]
    targets = sum(([m, *g] for m, g in zip(marks, gone)), []) + [marks[-1], eos]
    return inputs, targets
