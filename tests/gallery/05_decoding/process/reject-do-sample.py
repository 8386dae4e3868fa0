# reject: leaves out temperature, top-k and top-p unless do_sample is on
# message: process-other-names
def process(logits: torch.Tensor, previous: torch.Tensor, config: dict) -> torch.Tensor:
    chain = []
    penalty = config.get("repetition_penalty", 1.0)
    if penalty != 1:
        chain.append(RepetitionPenaltyLogitsProcessor(float(penalty)))
    n = config.get("no_repeat_ngram_size", 0)
    if n > 0:
        chain.append(NoRepeatNGramLogitsProcessor(n))
    if config.get("do_sample", True):
        t, k, p = config.get("temperature", 1.0), config.get("top_k", 0), config.get("top_p", 1.0)
        if t != 1:
            chain.append(TemperatureLogitsWarper(float(t)))
        if k > 0:
            chain.append(TopKLogitsWarper(k))
        if p < 1:
            chain.append(TopPLogitsWarper(float(p)))
    logits = logits.clone()
    for step in chain:
        logits = step(previous, logits)
    return logits
