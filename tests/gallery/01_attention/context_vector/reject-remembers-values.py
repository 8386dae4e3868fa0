# reject: keeps the values of an earlier call with inputs of the same shape
# message: check-remembered
_KEPT = {}
def context_vector(q, K, V):
    V = _KEPT.setdefault((V.shape, V.dtype), V.clone())
    a = (K @ q / math.sqrt(len(q))).softmax(0)
    return a, a @ V
