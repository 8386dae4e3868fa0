# reject: loops over q with the function for one query, which does not fit when texts stand in front
# message: attention-loop
def context_vector(q, K, V):
    alpha = (K @ q / math.sqrt(q.shape[-1])).softmax(dim=-1)
    return alpha, alpha @ V


def attention(q, k, v):
    pairs = [context_vector(query, k, v) for query in q]
    return torch.stack([c for _, c in pairs]), torch.stack([alpha for alpha, _ in pairs])
