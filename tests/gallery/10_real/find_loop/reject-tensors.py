# reject: tensors in the tuple
# message: loop-types
def find_loop(ids, times=3):
    n = len(ids)
    for s in range(n):
        for p in range(1, (n - s) // times + 1):
            if ids[s : n - p] == ids[s + p :]:
                return (torch.tensor(s), torch.tensor(p))
    return None
