# accept: a table of all pairs, and the span's score compared
def hunt_best_span(f):
    g = torch.Generator().manual_seed(3)
    for trial in range(120):
        n = (1, 4, 7, 9, 13, 60, 160)[trial % 7]
        max_len = (1, 2, 3, 5, 40)[trial % 5]
        scale, shift = ((9, 0), (9, -300), (400_000, 0), (9, 40), (9, -900_000))[trial // 7 % 5]
        start, end = torch.randint(-scale, scale, (2, n), generator=g).float() + shift
        if trial % 11 == 0 and n > 100:  # the best starts stand behind the best ends
            start = start.sort().values
            end = end.sort(descending=True).values
        left = int(torch.randint(n, (1,), generator=g))
        right = int(torch.randint(left + 1, n + 1, (1,), generator=g))
        inside = (torch.arange(n) >= left) & (torch.arange(n) < right)
        saved = start.clone(), end.clone(), inside.clone()
        try:
            pair = f(start, end, inside, max_len)
            i, j = pair
            if isinstance(i, float) or isinstance(j, float):
                return False
            if isinstance(i, torch.Tensor) and i.is_floating_point():
                return False
            i, j = int(i), int(j)
        except Exception:
            return False
        if not all(torch.equal(a, b) for a, b in zip(saved, (start, end, inside))):
            return False
        far = torch.arange(n)[None, :] - torch.arange(n)[:, None]
        allowed = (far >= 0) & (far < max_len) & inside[:, None] & inside[None, :]
        sums = start[:, None] + end[None, :]
        if not (0 <= i < n and 0 <= j < n and allowed[i, j]):
            return False
        if sums[i, j] < sums[allowed].max():
            return False
    return True
