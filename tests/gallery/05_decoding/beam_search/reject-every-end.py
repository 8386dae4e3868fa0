# reject: every candidate that ends is finished, also beyond the best width
# message: beam-every-end
def beam_search(log_prob_fn, width, max_len, eos, length_penalty):
    live, finished = [((), 0.0)], []
    for length in range(1, max_len + 1):
        candidates = []
        for tokens, total in live:
            for token, step in enumerate(log_prob_fn(tokens)):
                candidates.append((tokens + (token,), total + step.item()))
        finished += [c for c in candidates if c[0][-1] == eos]
        live = sorted((c for c in candidates if c[0][-1] != eos), key=lambda c: -c[1])[:width]
    finished += live
    best = max(finished, key=lambda c: c[1] / len(c[0]) ** length_penalty)
    return best[0], best[1] / len(best[0]) ** length_penalty
