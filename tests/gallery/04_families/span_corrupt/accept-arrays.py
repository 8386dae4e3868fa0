# accept: NumPy's split
def span_corrupt(ids, spans, first_sentinel, eos):
    import numpy as np

    pieces = [p.tolist() for p in np.split(np.array(ids), [place for span in spans for place in span])]
    inputs, targets = pieces[0], []
    for k, (cut, kept) in enumerate(zip(pieces[1::2], pieces[2::2])):
        inputs += [first_sentinel - k, *kept]
        targets += [first_sentinel - k, *cut]
    return inputs + [eos], targets + [first_sentinel - len(spans), eos]
