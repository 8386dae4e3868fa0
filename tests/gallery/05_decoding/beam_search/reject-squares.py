# reject: squares are added up, and the least likely tokens live on
# message: beam-worked
def beam_search(log_prob_fn, width, max_len, eos, length_penalty):
    live, finished = [((), 0.0)], []
    for length in range(1, max_len + 1):
        candidates = [
            (tokens + (token,), 0.5 * total - step * step)
            for tokens, total in live
            for token, step in enumerate(log_prob_fn(tokens).tolist())
        ]
        candidates.sort(key=lambda c: c[1])
        finished += [c for c in candidates[:width] if c[0][-1] == eos or length == max_len]
        live = [c for c in candidates if c[0][-1] != eos][:width]
    tokens, total = max(finished, key=lambda c: c[1] / len(c[0]) ** length_penalty)
    return tokens, total / len(tokens) ** length_penalty
