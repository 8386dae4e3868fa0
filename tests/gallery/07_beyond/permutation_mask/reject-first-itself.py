# reject: the first position sees itself
# message: permutation-first-itself
def permutation_mask(order):
    step = order.argsort()
    mask = step[:, None] > step
    mask[order[0], order[0]] = True
    return mask
