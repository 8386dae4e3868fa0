# reject: finished hypotheses keep their places in the beam
# message: beam-live-places
def beam_search(log_prob_fn, width, max_len, eos, length_penalty):
    beam = [((), 0.0)]
    for _ in range(max_len):
        candidates = []
        for tokens, total in beam:
            if tokens and tokens[-1] == eos:
                candidates.append((tokens, total))
                continue
            for token, step in enumerate(log_prob_fn(tokens).tolist()):
                candidates.append((tokens + (token,), total + step))
        beam = sorted(candidates, key=lambda c: c[1], reverse=True)[:width]
    best = max(beam, key=lambda c: c[1] / len(c[0]) ** length_penalty)
    return best[0], best[1] / len(best[0]) ** length_penalty
