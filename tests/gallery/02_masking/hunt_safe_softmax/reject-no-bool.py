# reject: returns a tensor
# message: hunt-not-bool
def hunt_safe_softmax(f):
    return torch.tensor(True)
