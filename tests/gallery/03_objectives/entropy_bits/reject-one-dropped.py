# reject: entries of exactly 1 dropped, nan for none
# message: entropy-nan
def entropy_bits(p):
    q = p[(p > 0) & (p < 1)]
    return -(q * q.log2()).mean() * len(q)
