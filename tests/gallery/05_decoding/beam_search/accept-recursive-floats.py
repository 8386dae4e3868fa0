# accept: generations as a dictionary, sums as fractions of floats by math.fsum
def beam_search(log_prob_fn, width, max_len, eos, length_penalty):
    def steps(live, length, finished):
        if not live or length > max_len:
            return finished
        grown = {t + (v,): s + [x] for t, s in live.items() for v, x in enumerate(log_prob_fn(t).tolist())}
        order = sorted(grown, key=lambda t: -math.fsum(grown[t]))
        done = [t for t in order[:width] if t[-1] == eos or length == max_len]
        finished = {**finished, **{t: math.fsum(grown[t]) for t in done}}
        return steps({t: grown[t] for t in [o for o in order if o[-1] != eos][:width]}, length + 1, finished)
    done = steps({(): []}, 1, {})
    best = max(done, key=lambda t: done[t] / len(t) ** length_penalty)
    return list(best), done[best] / len(best) ** length_penalty
