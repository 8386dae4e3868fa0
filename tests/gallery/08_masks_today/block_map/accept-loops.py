# accept: loops over entries, a set of what was seen
def block_map(keep, size):
    n, m = keep.shape
    found = [[set() for _ in range(0, m, size)] for _ in range(0, n, size)]
    for i, row in enumerate(keep.tolist()):
        for j, entry in enumerate(row):
            found[i // size][j // size].add(entry)
    kinds = [[1 if len(seen) == 2 else 2 if True in seen else 0 for seen in row] for row in found]
    return torch.tensor(kinds, dtype=torch.int8)
