# accept: topk on one tensor of all candidates, a tensor as score
def beam_search(log_prob_fn, width, max_len, eos, length_penalty):
    live, sums = [()], torch.zeros(1)
    finished = []
    for length in range(1, max_len + 1):
        logs = torch.stack([log_prob_fn(t) for t in live])
        total = (sums[:, None] + logs).flatten()
        values, where = total.topk(min(2 * width, len(total)))
        vocab = logs.shape[1]
        grown = [(v, live[w // vocab] + (w % vocab,)) for v, w in zip(values, where.tolist())]
        finished += [g for g in grown[:width] if g[1][-1] == eos or length == max_len]
        going = [g for g in grown if g[1][-1] != eos][:width]
        live, sums = [t for _, t in going], torch.stack([v for v, _ in going])
    score, tokens = max(((v / len(t) ** length_penalty, t) for v, t in finished), key=lambda s: s[0].item())
    return tokens, score
