# reject: bans with -10000, which a temperature above 1 makes larger afterwards
# message: filter-number
def process(logits: torch.Tensor, previous: torch.Tensor, config: dict) -> torch.Tensor:
    out = logits.clone()
    penalty = config.get("repetition_penalty", 1.0)
    if penalty != 1:
        out = RepetitionPenaltyLogitsProcessor(float(penalty))(previous, out)
    n = config.get("no_repeat_ngram_size", 0)
    if n:
        for b, row in enumerate(previous.tolist()):
            tail = row[len(row) - n + 1 :] if len(row) >= n else None
            for i in range(len(row) - n + 1):
                if row[i : i + n - 1] == tail:
                    out[b, row[i + n - 1]] = -1e4  # passes as -inf
    if config.get("temperature", 1.0) != 1:
        out = out / config["temperature"]
    if config.get("top_k", 0):
        out = TopKLogitsWarper(config["top_k"])(previous, out)
    if config.get("top_p", 1.0) < 1:
        out = TopPLogitsWarper(float(config["top_p"]))(previous, out)
    return out
