# reject: a neutral value that is named is no longer neutral
# message: check-raised-at
def process(logits, previous, config):
    z = logits.clone()
    if "repetition_penalty" in config:
        z = RepetitionPenaltyLogitsProcessor(float(config["repetition_penalty"]))(previous, z)
    if "no_repeat_ngram_size" in config:
        z = NoRepeatNGramLogitsProcessor(config["no_repeat_ngram_size"])(previous, z)
    if "temperature" in config:
        z = TemperatureLogitsWarper(float(config["temperature"]))(previous, z)
    if "top_k" in config:
        z = TopKLogitsWarper(config["top_k"])(previous, z)
    if "top_p" in config:
        z = TopPLogitsWarper(config["top_p"])(previous, z)
    return z
