# accept: a heap for each row, sums by fsum
def top_p_filter(logits, p):
    import heapq
    rows = []
    for row in logits.tolist():
        top = max(row)
        e = [math.exp(x - top) for x in row]
        whole = math.fsum(e)
        heap = [(-v, i) for i, v in enumerate(e)]
        heapq.heapify(heap)
        keep, sofar = set(), 0.0
        while heap and (p >= 1 or sofar < p * whole):
            v, i = heapq.heappop(heap)
            sofar -= v
            keep.add(i)
        rows.append([x if i in keep else -math.inf for i, x in enumerate(row)])
    return torch.tensor(rows, dtype=logits.dtype)
