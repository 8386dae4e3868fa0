# accept: NumPy
def beam_search(log_prob_fn, width, max_len, eos, length_penalty):
    import numpy as np

    live, done = {(): 0.0}, {}
    for n in range(max_len):
        grown = {}
        for t, s in live.items():
            for v, x in enumerate(log_prob_fn(t).numpy().astype(np.float64)):
                grown[(*t, v)] = s + x
        ranked = sorted(grown, key=grown.get)[::-1]
        done |= {t: grown[t] for t in ranked[:width] if t[-1] == eos or n + 1 == max_len}
        live = {t: grown[t] for t in ranked if t[-1] != eos}
        live = dict(list(live.items())[:width])
    scores = {t: s / len(t) ** length_penalty for t, s in done.items()}
    winner = max(scores, key=scores.get)
    return list(winner), np.float64(scores[winner])
