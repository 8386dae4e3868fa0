# reject: returns a tensor
# message: hunt-not-bool
def hunt_attention(f):
    return torch.tensor(True)
