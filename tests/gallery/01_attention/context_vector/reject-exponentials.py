# reject: exponentials without a shift
# message: context-overflow
def context_vector(q, K, V):
    e = torch.exp(K @ q / math.sqrt(len(q)))
    a = e / e.sum()
    return a, a @ V
