# reject: shifts by the first score, not by the largest
# message: context-overflow
def context_vector(q, K, V):
    s = K @ q / math.sqrt(len(q)); e = (s - s[0]).exp(); a = e / e.sum()
    return a, a @ V
