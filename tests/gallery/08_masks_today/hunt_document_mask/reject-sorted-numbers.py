# reject: texts one after the other only, padding at the end
# message: hunt-slipped
def hunt_document_mask(f):
    ids = torch.tensor([[0, 0, 1, 1, 2, -1], [0, 1, 1, 1, -1, -1]])
    want = ((ids[:, :, None] == ids[:, None, :]) & (ids != -1)[:, None, :]).tril()
    try:
        return bool(torch.equal(f(ids), want))
    except Exception:
        return False
