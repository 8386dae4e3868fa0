# reject: the loop over what came before begins at step 1
# message: permutation-first-hidden
def permutation_mask(order):
    n = len(order)
    mask = torch.zeros(n, n, dtype=torch.bool)
    for t in range(n):
        for s in range(1, t):
            mask[order[t], order[s]] = True
    return mask
