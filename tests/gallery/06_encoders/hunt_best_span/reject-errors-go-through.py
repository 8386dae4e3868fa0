# reject: an error in f stops the test
# message: hunt-f-raised
def hunt_best_span(f):
    start, end = torch.tensor([0.0, 3.0, 1.0]), torch.tensor([0.0, -5.0, 2.0])
    i, j = f(start, end, torch.ones(3, dtype=torch.bool), 2)
    return int(i) == 1 and int(j) == 2 and int(f(start.tolist(), end, torch.ones(3, dtype=torch.bool), 1)[0]) == 2
