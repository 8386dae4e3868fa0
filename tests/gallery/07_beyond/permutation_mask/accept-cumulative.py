# accept: each row is the row before it and one position more
def permutation_mask(order):
    n = len(order)
    m = torch.zeros(n, n).bool()
    for t in range(1, n):
        m[order[t]] = m[order[t - 1]]
        m[order[t], order[t - 1]] = True
    return m
