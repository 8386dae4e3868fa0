# accept: weights as a matrix product
def mean_pool(hidden, mask):
    weight = mask.to(hidden.dtype)
    weight = weight / weight.sum(1, keepdim=True)
    return torch.bmm(weight.unsqueeze(1), hidden).squeeze(1)
