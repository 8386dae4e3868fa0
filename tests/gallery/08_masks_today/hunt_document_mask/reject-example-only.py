# reject: tries the example of exercise 8.1 only
# message: hunt-slipped
def hunt_document_mask(f):
    try:
        got = f(torch.tensor([[7, 0, 7, -1]])).int().tolist()
    except Exception:
        return False
    return got == [[[1, 0, 0, 0], [0, 1, 0, 0], [1, 0, 1, 0], [0, 0, 0, 0]]]
