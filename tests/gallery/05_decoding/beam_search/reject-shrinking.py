# reject: finished hypotheses leave fewer live
# message: beam-live-places
def beam_search(log_prob_fn, width, max_len, eos, length_penalty):
    import heapq
    live, finished = [(0.0, ())], []
    while live:
        grown = [(s + p, t + (v,)) for s, t in live for v, p in enumerate(log_prob_fn(t).tolist())]
        best = heapq.nlargest(width, grown)
        finished += [b for b in best if b[1][-1] == eos or len(b[1]) == max_len]
        live = [b for b in best if b[1][-1] != eos and len(b[1]) < max_len]
    score, tokens = max((s / len(t) ** length_penalty, t) for s, t in finished)
    return list(tokens), score
