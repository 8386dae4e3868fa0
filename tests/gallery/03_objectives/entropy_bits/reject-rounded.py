# reject: rounded to one digit
# message: entropy-wrong
def entropy_bits(p):
    p = p[p > 0]
    return round(-(p * p.log2()).sum().item(), 1)
