# accept: loops and exponentials
def context_vector(q, K, V):
    scores = []
    for k in K:
        score = sum(float(a) * float(b) for a, b in zip(q, k)) / len(q) ** 0.5
        scores.append(score)
    exponentials = [math.exp(score - max(scores)) for score in scores]
    alpha = [x / sum(exponentials) for x in exponentials]
    c = [sum(a * float(v[j]) for a, v in zip(alpha, V)) for j in range(V.shape[1])]
    return torch.tensor(alpha), torch.tensor(c)
