# reject: recursion over the spans: a text with very many of them exceeds Python's limit
# message: check-raised-at
def span_corrupt(ids, spans, first_sentinel, eos, done=0):
    if not spans:
        return ids[done:] + [eos], [first_sentinel, eos]
    (a, b), *rest = spans
    i, t = span_corrupt(ids, rest, first_sentinel - 1, eos, b)
    return ids[done:a] + [first_sentinel] + i, [first_sentinel] + ids[a:b] + t
