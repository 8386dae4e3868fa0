# reject: tries the worked example only
# message: hunt-f-raised
def hunt_attention(f):
    out, weights = f(torch.tensor([[0.0]]), torch.tensor([[1.0], [2.0]]), torch.tensor([[1.0, 0.0], [3.0, 4.0]]))
    return out.tolist() == [[2.0, 2.0]] and weights.tolist() == [[0.5, 0.5]]
