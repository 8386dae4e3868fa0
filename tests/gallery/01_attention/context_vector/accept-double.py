# accept: computes in float64 and returns it
def context_vector(q, K, V):
    q, K, V = q.double(), K.double(), V.double()
    alpha = torch.softmax(torch.mv(K, q) / torch.sqrt(torch.tensor(len(q))), 0)
    return [alpha, alpha @ V]
