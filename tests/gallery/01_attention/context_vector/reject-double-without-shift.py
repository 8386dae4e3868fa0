# reject: exponentials in double precision, without a shift: e⁹⁰⁰ is ∞ there as well
# message: context-overflow
def context_vector(q, K, V):
    e = (K.double() @ q.double() / math.sqrt(len(q))).exp()
    alpha = e / e.sum()
    return alpha, alpha @ V.double()
