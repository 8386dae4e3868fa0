# accept: a helper class, dictionaries in place of tensors
class Row:
    def __init__(self, weights):
        self.of = {token: w for token, w in enumerate(weights) if w > 0}

    def drawn(self, number):
        left = number * sum(self.of.values())
        running = 0.0
        for token, w in self.of.items():
            running += w
            if running > left:
                return token
        return token

    def beyond(self, other):
        row = Row([])
        row.of = {t: w - other.of.get(t, 0.0) for t, w in self.of.items() if w > other.of.get(t, 0.0)}
        return row


def speculative(target, draft, prefix, k, u):
    draws, judges, last = u[:k], u[k : 2 * k], u[2 * k]
    tokens, rows = [], []
    for number in draws:
        rows.append(Row(draft((*prefix, *tokens)).tolist()))
        tokens.append(rows[-1].drawn(number))
    for i in range(k):
        p = Row(target((*prefix, *tokens[:i])).tolist())
        if judges[i] >= p.of.get(tokens[i], 0.0) / rows[i].of[tokens[i]]:
            return [*tokens[:i], p.beyond(rows[i]).drawn(last)]
    return [*tokens, Row(target((*prefix, *tokens)).tolist()).drawn(last)]
