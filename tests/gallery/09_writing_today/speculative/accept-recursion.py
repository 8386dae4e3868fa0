# accept: judges by recursion
def speculative(target, draft, prefix, k, u):

    def drawn(w, x):
        w = w / w.sum()
        for token, edge in enumerate(w.cumsum(0)):
            if edge > x:
                return token
        return [t for t, weight in enumerate(w) if weight > 0][-1]

    tokens, qs = (), []
    for i in range(k):
        qs.append(draft(prefix + tokens))
        tokens += (drawn(qs[-1], u[i]),)
    done = []
    for i in range(k + 1):
        p = target(prefix + tokens[:i])
        if i == k:
            done.append(drawn(p, u[2 * k]))
        elif u[k + i] < torch.minimum(torch.tensor(1.0), p[tokens[i]] / qs[i][tokens[i]]):
            done.append(tokens[i])
        else:
            difference = torch.where(p > qs[i], p - qs[i], 0.0)
            done.append(drawn(difference, u[2 * k]))
            break
    return done
