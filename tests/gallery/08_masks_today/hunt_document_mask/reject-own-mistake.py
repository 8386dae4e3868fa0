# reject: holds padding that sees itself for right
# message: hunt-accused
def hunt_document_mask(f):
    def own(ids):
        return (ids[:, :, None] == ids[:, None, :]).tril()

    g = torch.Generator().manual_seed(0)
    try:
        return all(torch.equal(f(ids), own(ids)) for ids in (torch.randint(-1, 3, (2, 6), generator=g) for _ in range(9)))
    except Exception:
        return False
