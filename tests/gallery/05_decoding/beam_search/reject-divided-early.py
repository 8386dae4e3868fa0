# reject: the score so far is carried on, and log-probabilities are added to it
# message: beam-divided-early
def beam_search(log_prob_fn, width, max_len, eos, length_penalty):
    live, finished = [((), 0.0)], []
    for length in range(1, max_len + 1):
        candidates = [
            (tokens + (token,), (total + step) / length**length_penalty)
            for tokens, total in live
            for token, step in enumerate(log_prob_fn(tokens).tolist())
        ]
        candidates.sort(key=lambda c: c[1], reverse=True)
        finished += [c for c in candidates[:width] if c[0][-1] == eos or length == max_len]
        live = [c for c in candidates if c[0][-1] != eos][:width]
    return max(finished, key=lambda c: c[1])
