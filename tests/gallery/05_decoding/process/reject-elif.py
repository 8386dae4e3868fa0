# reject: penalty elif: only the first setting acts
# message: process-no-top-p
def process(logits, previous, config):
    x = logits.clone()
    if config.get("repetition_penalty", 1.0) != 1.0:
        x = RepetitionPenaltyLogitsProcessor(float(config["repetition_penalty"]))(previous, x)
    elif config.get("no_repeat_ngram_size", 0):
        x = NoRepeatNGramLogitsProcessor(config["no_repeat_ngram_size"])(previous, x)
    x = x / config.get("temperature", 1.0)
    if config.get("top_k", 0):
        x = TopKLogitsWarper(config["top_k"])(previous, x)
    elif config.get("top_p", 1.0) < 1:
        x = TopPLogitsWarper(config["top_p"])(previous, x)
    return x
