# accept: head by head
def alibi(n_heads, n):
    far = torch.arange(n).view(-1, 1) - torch.arange(n)
    past = far >= 0
    heads = []
    for h in range(1, n_heads + 1):
        slope = math.exp(-8 * h / n_heads * math.log(2))
        heads.append(torch.where(past, far.float() * -slope, float("-inf")))
    return torch.stack(heads)
