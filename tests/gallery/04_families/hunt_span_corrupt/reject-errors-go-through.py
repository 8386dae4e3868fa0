# reject: an error in f stops the test
# message: hunt-f-raised
def hunt_span_corrupt(f: Callable) -> bool:
    def want(ids, spans, first_sentinel, eos):
        inputs, targets, done = [], [], 0
        for k, (start, end) in enumerate(spans):
            inputs += ids[done:start] + [first_sentinel - k]
            targets += [first_sentinel - k] + ids[start:end]
            done = end
        return inputs + ids[done:] + [eos], targets + [first_sentinel - len(spans), eos]

    text = [5, 6, 6, 7, 5, 8, 0, 9]
    cases = (
        ([5, 6, 7, 8], [(1, 3)], 99, 1),
        (text, [(1, 2), (5, 6)], 99, 1),  # equal neighbours, of which one is cut out
        (text, [(0, 1), (1, 3), (6, 8)], 50, 2),  # the beginning, two that touch, the end
        (text, [], 99, 1),  # no span
        (text, [(0, 8)], 99, 1),  # all of it
        ([5, 1, 6, 99, 7, 98, 1], [(1, 2), (4, 5)], 99, 1),  # ids that are eos or a sentinel
        ([5, 1, 6, 99, 7, 98, 1], [(4, 5)], 99, 1),
        ([3, 3, 3, 3], [(1, 2), (3, 4)], 20, 0),
        ([7], [(0, 1)], 99, 1),
        ([7, 8, 9, 7, 8, 9, 7, 8, 9], [(1, 2), (4, 6), (8, 9)], 60, 4),
        (list(range(10, 2000)), [(3, 7), (1500, 1501)], 5000, 1),
    )
    for ids, spans, first_sentinel, eos in cases:
        given = list(ids), list(spans)
        inputs, targets = f(*given, first_sentinel, eos)
        got = [int(i) for i in inputs], [int(i) for i in targets]
        if got != want(ids, spans, first_sentinel, eos) or given != (list(ids), list(spans)):
            return False
    return True
