# accept: recursion over steps
def beam_search(log_prob_fn, width, max_len, eos, length_penalty):
    def step(live, length):
        grown = sorted(((s + x, t + (v,)) for s, t in live for v, x in enumerate(log_prob_fn(t).double().tolist())), reverse=True)
        yield from (g for g in grown[:width] if g[1][-1] == eos or length == max_len)
        if length < max_len:
            yield from step([g for g in grown if g[1][-1] != eos][:width], length + 1)

    score, tokens = max((s / len(t) ** length_penalty, t) for s, t in step([(0.0, ())], 1))
    return tokens, score
