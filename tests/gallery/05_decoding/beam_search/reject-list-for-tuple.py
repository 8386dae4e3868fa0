# reject: log_prob_fn gets a list
# message: beam-not-a-tuple
def beam_search(log_prob_fn, width, max_len, eos, length_penalty):
    live = [((), 0.0)]
    finished = []
    for length in range(1, max_len + 1):
        candidates = []
        for tokens, total in live:
            for token, step in enumerate(log_prob_fn(list(tokens)).tolist()):
                candidates.append((tokens + (token,), total + step))
        candidates.sort(key=lambda c: c[1], reverse=True)
        for tokens, total in candidates[:width]:
            if tokens[-1] == eos or length == max_len:
                finished.append((tokens, total))
        live = [c for c in candidates if c[0][-1] != eos][:width]
    tokens, total = max(finished, key=lambda c: c[1] / len(c[0]) ** length_penalty)
    return tokens, total / len(tokens) ** length_penalty
