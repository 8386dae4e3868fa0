# reject: returns c alone
# message: context-not-a-pair
def context_vector(q, K, V):
    return (K @ q / math.sqrt(len(q))).softmax(-1) @ V
