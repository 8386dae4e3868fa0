# accept: lists of NumPy's integers
def span_corrupt(ids, spans, first_sentinel, eos):
    import numpy as np
    ids = np.array(ids)
    inputs, targets, done = [], [], 0
    for k, (a, b) in enumerate(spans):
        inputs += [*ids[done:a], first_sentinel - k]
        targets += [first_sentinel - k, *ids[a:b]]
        done = b
    return [*inputs, *ids[done:], eos], [*targets, first_sentinel - len(spans), eos]
