# reject: rounds to four digits
# message: context-rounded
def context_vector(q, K, V):
    a = torch.softmax(K @ q / math.sqrt(len(q)), 0)
    a = torch.round(a, decimals=4)
    return a, a @ V
