# reject: keeps what the functions gave under the text
# message: spec-wrong
asked = {}


def ask(function, name, text):
    if (name, text) not in asked:
        asked[name, text] = function(text)
    return asked[name, text]


def drawn(weights, number):
    over = (weights.cumsum(0) / weights.sum() > number).nonzero()
    return over[0].item() if len(over) else weights.nonzero()[-1].item()


def speculative(target, draft, prefix, k, u):
    tokens = []
    for i in range(k):
        tokens.append(drawn(ask(draft, "draft", (*prefix, *tokens)), u[i]))
    for i, token in enumerate(tokens):
        text = (*prefix, *tokens[:i])
        p, q = ask(target, "target", text), ask(draft, "draft", text)
        if u[k + i] >= p[token] / q[token]:
            return [*tokens[:i], drawn((p - q).clamp(min=0), u[2 * k])]
    return [*tokens, drawn(ask(target, "target", (*prefix, *tokens)), u[2 * k])]
