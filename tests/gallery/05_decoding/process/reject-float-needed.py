# reject: an int as temperature is an error
# message: check-raised-at
def process(logits, previous, config):
    steps = []
    if config.get("repetition_penalty", 1.0) != 1.0:
        steps.append(RepetitionPenaltyLogitsProcessor(config["repetition_penalty"]))
    if config.get("no_repeat_ngram_size", 0) > 0:
        steps.append(NoRepeatNGramLogitsProcessor(config["no_repeat_ngram_size"]))
    if config.get("temperature", 1.0) != 1.0:
        steps.append(TemperatureLogitsWarper(config["temperature"]))
    if config.get("top_k", 0) > 0:
        steps.append(TopKLogitsWarper(config["top_k"]))
    if config.get("top_p", 1.0) < 1.0:
        steps.append(TopPLogitsWarper(config["top_p"]))
    for step in steps:
        logits = step(previous, logits)
    return logits
