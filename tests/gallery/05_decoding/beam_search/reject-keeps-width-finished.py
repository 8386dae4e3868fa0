# reject: only the best width finished by sum are kept
# message: beam-few-finished
def beam_search(log_prob_fn, width, max_len, eos, length_penalty):
    live, finished = [((), 0.0)], []
    for length in range(1, max_len + 1):
        candidates = [
            (tokens + (token,), total + step)
            for tokens, total in live
            for token, step in enumerate(log_prob_fn(tokens).tolist())
        ]
        candidates.sort(key=lambda c: c[1], reverse=True)
        finished += [c for c in candidates[:width] if c[0][-1] == eos or length == max_len]
        finished = sorted(finished, key=lambda c: -c[1])[:width]
        live = [c for c in candidates if c[0][-1] != eos][:width]
    best = max(finished, key=lambda h: h[1] / len(h[0]) ** length_penalty)
    return best[0], best[1] / len(best[0]) ** length_penalty
