# accept: a search from each next state, with a stack
def allowed_next(automaton, state):

    steps, ends = automaton
    rows, ends, known = steps.tolist(), ends.tolist(), {-1: False}

    def finishes(start):
        stack, seen = [start], {start}
        while stack:
            s = stack.pop()
            if ends[s] or known.get(s):
                return True
            for t in set(rows[s]) - seen:
                if t >= 0 and known.get(t) is not False:
                    seen.add(t)
                    stack.append(t)
        return False

    allowed = []
    for t in rows[state]:
        if t not in known:
            known[t] = finishes(t)
        allowed.append(known[t])
    return torch.tensor(allowed)
