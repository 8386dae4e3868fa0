# reject: nested lists
# message: check-type
def prefix_lm_mask(p, n):
    return [[j <= i or j < p for j in range(n)] for i in range(n)]
