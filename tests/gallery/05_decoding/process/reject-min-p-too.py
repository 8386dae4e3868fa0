# reject: also obeys the library's min_p, a name that must change nothing here
# message: process-other-name
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
    out = logits.clone()
    for step in chain:
        out = step(previous, out)
    if config.get("min_p"):
        probs = out.softmax(dim=-1)
        out = out.masked_fill(probs < config["min_p"] * probs.amax(dim=-1, keepdim=True), -math.inf)
    return out
