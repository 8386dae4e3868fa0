# reject: counts how many keys each token sees, in one packed row
# message: hunt-slipped
def hunt_document_mask(f):
    try:
        got = f(torch.tensor([[1, 1, 2, 2, 2, -1]]))
        return got.sum(-1).tolist() == [[1, 2, 1, 2, 3, 0]]
    except Exception:
        return False
