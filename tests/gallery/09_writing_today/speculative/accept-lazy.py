# accept: drafts a token only when it is needed
def one_of(weights, number):
    share = torch.cumsum(weights / weights.sum(), 0)
    place = int((share <= number).sum())
    return min(place, int(weights.nonzero().max()))


def speculative(target, draft, prefix, k, u):
    written = []
    for i in range(k):
        text = tuple(prefix) + tuple(written)
        q, p = draft(text), target(text)
        token = one_of(q, u[i])
        if u[k + i] * q[token].item() >= p[token].item():
            return written + [one_of(torch.relu(p - q), u[2 * k])]
        written.append(token)
    return written + [one_of(target(tuple(prefix) + tuple(written)), u[2 * k])]
