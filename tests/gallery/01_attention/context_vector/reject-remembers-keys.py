# reject: keeps the keys of an earlier call with inputs of the same shape
# message: check-remembered
_KEPT = {}

def context_vector(q, K, V):
    K = _KEPT.setdefault((K.shape, K.dtype), K.clone())
    a = (K @ q / math.sqrt(len(q))).softmax(0)
    return a, a @ V
