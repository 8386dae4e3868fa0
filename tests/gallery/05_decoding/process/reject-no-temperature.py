# reject: forgets the temperature
# message: process-no-temperature
def process(logits, previous, config):
    if config.get('repetition_penalty', 1.0) != 1.0:
        logits = RepetitionPenaltyLogitsProcessor(float(config['repetition_penalty']))(previous, logits)
    if config.get('no_repeat_ngram_size', 0):
        logits = NoRepeatNGramLogitsProcessor(config['no_repeat_ngram_size'])(previous, logits)
    if config.get('top_k', 0):
        logits = TopKLogitsWarper(config['top_k'])(previous, logits)
    if config.get('top_p', 1.0) < 1:
        logits = TopPLogitsWarper(config['top_p'])(previous, logits)
    return logits
