# accept: what the last hint says, and no more
def hunt_document_mask(f):
    def right(doc_ids):
        kept = doc_ids.clone()
        try:
            got = f(doc_ids)
        except Exception:
            return False
        if not torch.equal(kept, doc_ids) or got.dtype != torch.bool or got.shape != (*kept.shape, kept.shape[1]):
            return False
        for row, told in zip(kept.tolist(), got.tolist()):
            for i in range(len(row)):
                for j in range(len(row)):
                    if told[i][j] != (j <= i and row[i] == row[j] and row[i] != -1):
                        return False
        return True

    found = [right(torch.randint(-1, 6, shape)) for shape in ((1, 1), (3, 1), (4, 4), (5, 8), (1, 300))]
    found += [right(torch.tensor([[k, k + 1, 0, -1, k]])) for k in (2**24, 2**8, 2**32, 2**53, 2**62)]
    found += [right(torch.randint(-1, 6, (8, 5)).t())]
    found += [right(torch.tensor([[-1, -1, -1]]))]
    found += [right(torch.tensor([row])) for row in ([1, 0, 0, 2, -1, 2, 1], [1, 2, -1, 2, 0, 0, 1])]
    return all(found)
