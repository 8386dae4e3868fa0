# accept: recursion
def entropy_bits(p):
    def h(x):
        if len(x) == 1:
            return -x[0] * math.log2(x[0]) if x[0] > 0 else 0
        return h(x[: len(x) // 2]) + h(x[len(x) // 2 :])
    return h(p.tolist())
