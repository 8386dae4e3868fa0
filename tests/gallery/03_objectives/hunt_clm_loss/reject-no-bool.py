# reject: returns a tensor
# message: hunt-not-bool
def hunt_clm_loss(f):
    return torch.tensor(True)
