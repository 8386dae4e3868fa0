# reject: a dead beam crashes (all live impossible): picks -inf paths over finished
# message: beam-wrong
def beam_search(log_prob_fn, width, max_len, eos, length_penalty):
    live, done = [((), 0.0)], []
    for n in range(1, max_len + 1):
        cand = sorted(((t + (k,), s + max(x, -3.0)) for t, s in live for k, x in enumerate(log_prob_fn(t).tolist())), key=lambda c: -c[1])
        done += [c for c in cand[:width] if c[0][-1] == eos or n == max_len]
        live = [c for c in cand if c[0][-1] != eos][:width]
    best = max(done, key=lambda c: c[1] / len(c[0]) ** length_penalty)
    return best[0], best[1] / len(best[0]) ** length_penalty
