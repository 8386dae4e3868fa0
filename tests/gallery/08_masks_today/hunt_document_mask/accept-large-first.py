# accept: puts the plain numbers to other, larger ones: the mask must stay
def hunt_document_mask(f):
    def want(row):
        return [[j <= i and row[j] == row[i] and row[i] >= 0 for j in range(len(row))] for i in range(len(row))]

    g = torch.Generator().manual_seed(2)
    try:
        for shape in ((1, 1), (1, 6), (1, 8), (3, 3), (5, 4), (2, 9), (3, 1), (1, 290)):
            for trial in range(4 if shape[1] < 100 else 1):
                plain = torch.randint(-1, 2 + trial % 3, shape, generator=g)
                for more in (0, 1, 255, 2**16, 2**32, 2**53, 2**62):
                    for times in (1, 256, 2**32):
                        ids = torch.where(plain < 0, plain, plain * (times if more < 2**60 else 1) + more)
                        ids = ids.t().contiguous().t() if trial % 2 else ids
                        before = ids.tolist()
                        got = f(ids)
                        if not (isinstance(got, torch.Tensor) and got.dtype == torch.bool):
                            return False
                        if got.tolist() != [want(row) for row in before] or ids.tolist() != before:
                            return False
        for row in ([1, 0, 0, 2, -1, 2, 1], [1, 2, -1, 2, 0, 0, 1], [1, 0, 2, 0, 2, -1, 1]):
            if f(torch.tensor([row])).tolist() != [want(row)]:
                return False
    except Exception:
        return False
    return True
