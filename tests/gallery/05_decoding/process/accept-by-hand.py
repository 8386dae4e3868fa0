# accept: everything by hand
def process(logits, previous, config):
    c = {"repetition_penalty": 1.0, "no_repeat_ngram_size": 0, "temperature": 1.0, "top_k": 0, "top_p": 1.0, **config}
    out = logits.clone()
    for b, row in enumerate(previous.tolist()):
        for t in set(row):
            out[b, t] = out[b, t] * c["repetition_penalty"] if out[b, t] < 0 else out[b, t] / c["repetition_penalty"]
        n = c["no_repeat_ngram_size"]
        if n and len(row) >= n:
            prefix = row[len(row) - n + 1 :]
            for i in range(len(row) - n + 1):
                if row[i : i + n - 1] == prefix:
                    out[b, row[i + n - 1]] = -math.inf
    out = out / c["temperature"]
    if c["top_k"]:
        rank = out.argsort(-1, descending=True).argsort(-1)
        out = out.masked_fill(rank >= c["top_k"], -math.inf)
    if c["top_p"] < 1:
        ordered, places = out.sort(-1, descending=True)
        probs = ordered.softmax(-1)
        ordered = ordered.masked_fill(probs.cumsum(-1) - probs >= c["top_p"], -math.inf)
        out = torch.empty_like(out).scatter(1, places, ordered)
    return out
