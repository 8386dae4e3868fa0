# reject: keeps the log-probabilities of a text from call to call
# message: beam-wrong
def beam_search(log_prob_fn, width, max_len, eos, length_penalty, memo={}):
    live, finished = [((), 0.0)], []
    for length in range(1, max_len + 1):
        candidates = []
        for tokens, total in live:
            if tokens not in memo:
                memo[tokens] = log_prob_fn(tokens).tolist()
            candidates += [(tokens + (t,), total + x) for t, x in enumerate(memo[tokens])]
        candidates.sort(key=lambda c: c[1], reverse=True)
        finished += [c for c in candidates[:width] if c[0][-1] == eos or length == max_len]
        live = [c for c in candidates if c[0][-1] != eos][:width]
    best = max(finished, key=lambda c: c[1] / len(c[0]) ** length_penalty)
    return best[0], best[1] / len(best[0]) ** length_penalty
