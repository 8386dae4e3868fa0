# reject: in the order of the dict
# message: process-config-order
def process(logits, previous, config):
    steps = {'repetition_penalty': lambda x, v: RepetitionPenaltyLogitsProcessor(float(v))(previous, x), 'no_repeat_ngram_size': lambda x, v: NoRepeatNGramLogitsProcessor(v)(previous, x) if v else x, 'temperature': lambda x, v: x / v, 'top_k': lambda x, v: TopKLogitsWarper(v)(previous, x) if v else x, 'top_p': lambda x, v: TopPLogitsWarper(v)(previous, x)}
    for name, value in config.items():
        if name in steps:
            logits = steps[name](logits, value)
    return logits
