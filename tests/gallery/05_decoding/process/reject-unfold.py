# reject: a text that is shorter than the n-grams is an error
# message: check-raised-at
def process(logits, previous, config):
    z = logits.clone()
    if config.get("repetition_penalty", 1.0) != 1.0:
        z = RepetitionPenaltyLogitsProcessor(float(config["repetition_penalty"]))(previous, z)
    n = config.get("no_repeat_ngram_size", 0)
    if n:
        for b, row in enumerate(previous):
            grams = row.unfold(0, n, 1)
            same = (grams[:, : n - 1] == row[len(row) - n + 1 :]).all(-1)
            z[b, grams[same, -1]] = -math.inf
    z = z / config.get("temperature", 1.0)
    if config.get("top_k", 0):
        z = TopKLogitsWarper(config["top_k"])(previous, z)
    if config.get("top_p", 1.0) < 1:
        z = TopPLogitsWarper(config["top_p"])(previous, z)
    return z
