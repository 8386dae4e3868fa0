# reject: works in float32 and casts back, so float64 logits that differ become equal
# message: process-precision
def process(logits: torch.Tensor, previous: torch.Tensor, config: dict) -> torch.Tensor:
    chain = []
    if config.get("repetition_penalty", 1.0) != 1.0:
        chain.append(RepetitionPenaltyLogitsProcessor(float(config["repetition_penalty"])))
    if config.get("no_repeat_ngram_size", 0) > 0:
        chain.append(NoRepeatNGramLogitsProcessor(config["no_repeat_ngram_size"]))
    if config.get("temperature", 1.0) != 1.0:
        chain.append(TemperatureLogitsWarper(float(config["temperature"])))
    if config.get("top_k", 0) > 0:
        chain.append(TopKLogitsWarper(config["top_k"]))
    if config.get("top_p", 1.0) < 1.0:
        chain.append(TopPLogitsWarper(float(config["top_p"])))
    out = logits.to(torch.float32, copy=True)
    for step in chain:
        out = step(previous, out)
    return out.to(logits.dtype)
