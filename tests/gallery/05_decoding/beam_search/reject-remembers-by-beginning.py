# reject: keeps results by the settings and the log-probabilities of the first token
# message: check-remembered
def beam_search(log_prob_fn, width, max_len, eos, length_penalty, known={}):
    key = (width, max_len, eos, length_penalty, tuple(log_prob_fn(()).tolist()))
    if key not in known:
        live, finished = [((), 0.0)], []
        for length in range(1, max_len + 1):
            candidates = [
                (tokens + (token,), total + step)
                for tokens, total in live
                for token, step in enumerate(log_prob_fn(tokens).tolist())
            ]
            candidates.sort(key=lambda c: c[1], reverse=True)
            finished += [c for c in candidates[:width] if c[0][-1] == eos or length == max_len]
            live = [c for c in candidates if c[0][-1] != eos][:width]
        known[key] = max((total / len(tokens) ** length_penalty, tokens) for tokens, total in finished)
    score, tokens = known[key]
    return tokens, score
