# accept: lists for the tokens, a class for hypotheses
def beam_search(log_prob_fn, width, max_len, eos, length_penalty):
    from dataclasses import dataclass

    @dataclass
    class Hypothesis:
        tokens: list
        total: float

        def score(self):
            return self.total / len(self.tokens) ** length_penalty

    live, done = [Hypothesis([], 0.0)], []
    for _ in range(max_len):
        grown = []
        for h in live:
            logs = log_prob_fn(tuple(h.tokens))
            grown += [Hypothesis([*h.tokens, i], h.total + logs[i].item()) for i in range(len(logs))]
        grown.sort(key=lambda h: h.total, reverse=True)
        done += [h for h in grown[:width] if h.tokens[-1] == eos]
        live = [h for h in grown if h.tokens[-1] != eos][:width]
    best = max(done + live, key=Hypothesis.score)
    return best.tokens, best.score()
