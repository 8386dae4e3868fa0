# accept: plain Python numbers
def context_vector(q, K, V):
    d = len(q)
    s = [sum(float(a) * float(b) for a, b in zip(q, k)) / d ** 0.5 for k in K]
    top = max(s); e = [math.exp(x - top) for x in s]; t = sum(e)
    a = [x / t for x in e]
    c = [sum(a[i] * float(V[i][j]) for i in range(len(a))) for j in range(V.shape[1])]
    return torch.tensor(a), torch.tensor(c)
