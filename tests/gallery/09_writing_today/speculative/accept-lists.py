# accept: plain lists of floats
def speculative(target, draft, prefix, k, u):

    def pick(weights, x):
        total, running, best = sum(weights), 0.0, None
        for token, w in enumerate(weights):
            if w > 0:
                best = token
            running += w
            if running / total > x:
                return token
        return best

    text, qs = tuple(prefix), []
    for i in range(k):
        q = draft(text).tolist()
        qs.append(q)
        text += (pick(q, u[i]),)
    n = len(prefix)
    for i in range(k):
        p, x = target(text[: n + i]).tolist(), text[n + i]
        if not u[k + i] < min(1.0, p[x] / qs[i][x]):
            rest = [max(a - b, 0.0) for a, b in zip(p, qs[i])]
            return list(text[n : n + i]) + [pick(rest, u[-1])]
    return list(text[n:]) + [pick(target(text).tolist(), u[-1])]
