# reject: one pass with the best start so far; when that is too far away it begins anew and forgets the others in the window
# message: span-sliding
def best_span(
    start: torch.Tensor, end: torch.Tensor, context_mask: torch.Tensor, max_len: int
) -> tuple[int, int]:
    s, e, inside = start.tolist(), end.tolist(), context_mask.tolist()
    best, found, i = -math.inf, None, None
    for j, real in enumerate(inside):
        if not real:
            continue
        if i is None or j - i >= max_len or s[j] > s[i]:
            i = j
        if s[i] + e[j] > best:
            best, found = s[i] + e[j], (i, j)
    return found
