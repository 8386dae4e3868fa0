# reject: returns a tensor of one truth value
# message: hunt-not-bool
def hunt_document_mask(f):
    return (f(torch.tensor([[1, 1]])) == torch.ones(1, 2, 2).tril().bool()).all()
