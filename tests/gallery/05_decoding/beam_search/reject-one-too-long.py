# reject: one token more than max_len
# message: beam-too-long
def beam_search(log_prob_fn, width, max_len, eos, length_penalty):
    live, finished = [((), 0.0)], []
    for length in range(1, max_len + 2):
        candidates = [
            (tokens + (token,), total + step)
            for tokens, total in live
            for token, step in enumerate(log_prob_fn(tokens).tolist())
        ]
        candidates.sort(key=lambda c: c[1], reverse=True)
        finished += [c for c in candidates[:width] if c[0][-1] == eos or length == max_len + 1]
        live = [c for c in candidates if c[0][-1] != eos][:width]


    scored = [(total / len(tokens) ** length_penalty, tokens) for tokens, total in finished]
    score, tokens = max(scored)
    return tokens, score
