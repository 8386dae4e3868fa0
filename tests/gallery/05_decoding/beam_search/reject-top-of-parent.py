# reject: each parent gives its best width tokens, of which eos takes one
# message: beam-live-places
def beam_search(log_prob_fn, width, max_len, eos, length_penalty):
    live, done = [((), 0.0)], []
    for length in range(1, max_len + 1):
        grown = []
        for tokens, total in live:
            logs = log_prob_fn(tokens)
            values, places = logs.topk(min(width, len(logs)))
            grown += [(tokens + (p,), total + v) for v, p in zip(values.tolist(), places.tolist())]
        grown.sort(key=lambda h: -h[1])
        done += [h for h in grown[:width] if h[0][-1] == eos or length == max_len]
        live = [h for h in grown if h[0][-1] != eos][:width]
    best = max(done, key=lambda h: h[1] / len(h[0]) ** length_penalty)
    return best[0], best[1] / len(best[0]) ** length_penalty
