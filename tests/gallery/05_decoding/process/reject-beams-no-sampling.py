# reject: with beams nothing is sampled: no temperature, no cuts
# message: process-other-names

def process(logits, previous, config):
    chain = []
    if config.get('num_beams', 1) > 1:
        config = {k: v for k, v in config.items() if k not in ('temperature', 'top_k', 'top_p')}
    if config.get("repetition_penalty", 1.0) != 1.0:
        chain.append(RepetitionPenaltyLogitsProcessor(float(config["repetition_penalty"])))
    if config.get("no_repeat_ngram_size", 0) > 0:
        chain.append(NoRepeatNGramLogitsProcessor(config["no_repeat_ngram_size"]))
    if config.get("temperature", 1.0) != 1.0:
        chain.append(TemperatureLogitsWarper(float(config["temperature"])))
    if config.get("top_k", 0) > 0:
        chain.append(TopKLogitsWarper(config["top_k"]))
    if config.get("top_p", 1.0) < 1.0:
        chain.append(TopPLogitsWarper(config["top_p"]))
    for step in chain:
        logits = step(previous, logits)
    return logits
