# reject: finished hypotheses keep their places in the beam, which is sorted by score
# message: beam-live-places
def beam_search(log_prob_fn, width, max_len, eos, length_penalty):
    def score(h):
        return h[1] / len(h[0]) ** length_penalty

    beam = [((), 0.0)]
    for _ in range(max_len):
        candidates = [h for h in beam if h[0][-1:] == (eos,)]
        for tokens, total in beam:
            if tokens[-1:] != (eos,):
                steps = enumerate(log_prob_fn(tokens).tolist())
                candidates += [(tokens + (token,), total + step) for token, step in steps]
        beam = sorted(candidates, key=score, reverse=True)[:width]
    return beam[0][0], score(beam[0])
