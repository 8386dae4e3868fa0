# reject: clears the caller's context as it goes along
# message: check-modified
def best_span(start, end, context_mask, max_len):
    best, span = -math.inf, None
    while context_mask.any():
        places = context_mask.nonzero().flatten().tolist()
        i = places[0]
        for j in places[:max_len]:
            if float(start[i] + end[j]) > best:
                best, span = float(start[i] + end[j]), (i, j)
        context_mask[i] = False
    return span
