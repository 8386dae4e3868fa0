# accept: scales the number in place of the weights
def speculative(target, draft, prefix, k, u):

    def drawn(weights, number):
        sums = weights.cumsum(0)
        exceeding = torch.nonzero(sums > number * sums[-1]).flatten().tolist()
        return (exceeding or weights.nonzero().flatten().tolist()[-1:])[0]

    tokens, drafts = [], {}
    for x in u[:k]:
        text = tuple([*prefix, *tokens])
        drafts[text] = draft(text)
        tokens.append(drawn(drafts[text], x))
    for i, (token, x) in enumerate(zip(tokens, u[k : 2 * k])):
        text = tuple([*prefix, *tokens[:i]])
        p, q = target(text), drafts[text]
        if p[token] >= q[token] or x < (p[token] / q[token]).item():
            continue
        return tokens[:i] + [drawn(torch.clamp(p - q, min=0.0), u[-1])]
    tokens.append(drawn(target(tuple([*prefix, *tokens])), u[-1]))
    return tokens
