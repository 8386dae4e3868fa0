# reject: tries the worked example only
# message: hunt-f-raised
def hunt_safe_softmax(f):
    got = f(torch.ones(2, 2), torch.tensor([[True, False], [False, False]]))
    return got.tolist() == [[1.0, 0.0], [0.0, 0.0]]
