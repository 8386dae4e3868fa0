# reject: each hypothesis keeps one continuation
# message: beam-own-best
def beam_search(log_prob_fn, width, max_len, eos, length_penalty):
    live, finished = [((), 0.0)], []
    for length in range(1, max_len + 1):
        candidates = []
        for tokens, total in live:
            logs = log_prob_fn(tokens)
            k = width if length == 1 else 1
            values, ids = logs.topk(min(k, len(logs)))
            candidates += [(tokens + (t,), total + v) for v, t in zip(values.tolist(), ids.tolist())]
        finished += [c for c in candidates if c[0][-1] == eos or length == max_len]
        live = [c for c in candidates if c[0][-1] != eos]
        if not live:
            break
    score, tokens = max((total / len(tokens) ** length_penalty, tokens) for tokens, total in finished)
    return tokens, score
