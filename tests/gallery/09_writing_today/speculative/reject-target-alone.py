# reject: writes with the target alone
# message: spec-wrong
def speculative(target, draft, prefix, k, u):

    def drawn(weights, number):
        over = (weights.cumsum(0) / weights.sum() > number).nonzero()
        return over[0].item() if len(over) else weights.nonzero()[-1].item()

    tokens = []
    for i in range(k):
        tokens.append(drawn(target((*prefix, *tokens)), u[i]))
    return [*tokens, drawn(target((*prefix, *tokens)), u[2 * k])]
