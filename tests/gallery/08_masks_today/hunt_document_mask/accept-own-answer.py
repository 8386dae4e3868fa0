# accept: compares with an answer of its own, on many random batches
def hunt_document_mask(f):
    def own(ids):
        same = ids[:, :, None] == ids[:, None, :]
        return (same & (ids != -1)[:, None, :]).tril()

    g = torch.Generator().manual_seed(11)
    batches = []
    for trial in range(40):
        for shape in ((1, 5), (1, 7), (2, 6), (5, 5), (4, 1)):
            batches.append(torch.randint(-1, 4, shape, generator=g))
    for shape in ((1, 1), (1, 300), (30, 12)):
        batches += [torch.randint(-1, 3, shape, generator=g) for _ in range(3)]
    batches += [torch.zeros(2, 200).long(), torch.full((1, 4), -1), torch.full((3, 2), -1)]
    batches += [torch.tensor([[k, k + 1, 0, k, -1, 1]]) for k in (2**8, 2**16, 2**25, 2**32, 2**54, 2**60)]
    batches += [torch.randint(-1, 2, (6, 4), generator=g).T]
    for base in ([1, 0, 0, 2, -1, 2, 1], [1, 2, 0, 0, -1, 2, 1], [1, -1, 0, 2, 0, 2, 1]):
        batches.append(torch.tensor([base]))
    for ids in batches:
        saved = ids.clone()
        try:
            got = f(ids)
        except Exception:
            return False
        if type(got) is not torch.Tensor or got.dtype is not torch.bool:
            return False
        if not torch.equal(got, own(saved)) or not torch.equal(ids, saved):
            return False
    return True
