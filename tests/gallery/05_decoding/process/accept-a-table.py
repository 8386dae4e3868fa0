# accept: a table of steps
def process(logits, previous, config):
    table = [('repetition_penalty', 1.0, lambda v: RepetitionPenaltyLogitsProcessor(float(v))), ('no_repeat_ngram_size', 0, NoRepeatNGramLogitsProcessor), ('temperature', 1.0, lambda v: TemperatureLogitsWarper(float(v))), ('top_k', 0, TopKLogitsWarper), ('top_p', 1.0, TopPLogitsWarper)]
    for name, off, make in table:
        value = config.get(name, off)
        if value != off:
            logits = make(value)(previous, logits)
    return logits
