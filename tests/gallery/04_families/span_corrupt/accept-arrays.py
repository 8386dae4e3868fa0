# accept: NumPy's split, arrays as result
def span_corrupt(ids, spans, first_sentinel, eos):
    import numpy as np

    pieces = np.split(np.array(ids, dtype=np.int64), [place for span in spans for place in span])
    inputs, targets = [], []
    for k, piece in enumerate(pieces):
        (targets if k % 2 else inputs).append(piece)
        if k < len(pieces) - 1 and k % 2 == 0:
            sentinel = np.array([first_sentinel - k // 2])
            inputs.append(sentinel)
            targets.append(sentinel)
    inputs.append(np.array([eos]))
    targets.append(np.array([first_sentinel - len(spans), eos]))
    return np.concatenate(inputs).tolist(), np.concatenate(targets).tolist()
