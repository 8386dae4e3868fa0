def find_loop(ids, times=3):
    x = torch.tensor(ids, dtype=torch.int64)
    n = len(ids)
    for s in range(n):
        for p in range(1, (n - s) // times + 1):
            if torch.equal(x[s : n - p], x[s + p :]):
                return s, p
