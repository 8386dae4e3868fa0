# reject: tokens as float32
# message: loop-numbers
def find_loop(ids, times=3):
    ids = torch.tensor(ids, dtype=torch.float32).tolist()
    n = len(ids)
    for s in range(n):
        for p in range(1, (n - s) // times + 1):
            if ids[s : n - p] == ids[s + p :]:
                return (s, p)
    return None
