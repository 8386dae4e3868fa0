# accept: the library's list of processors
def process(logits, previous, config):
    from transformers import LogitsProcessorList
    steps = LogitsProcessorList()
    if config.get('repetition_penalty', 1.0) != 1.0:
        steps.append(RepetitionPenaltyLogitsProcessor(float(config['repetition_penalty'])))
    if config.get('no_repeat_ngram_size', 0) > 0:
        steps.append(NoRepeatNGramLogitsProcessor(config['no_repeat_ngram_size']))
    steps.append(TemperatureLogitsWarper(float(config.get('temperature', 1.0))))
    if config.get('top_k', 0) > 0:
        steps.append(TopKLogitsWarper(config['top_k']))
    if config.get('top_p', 1.0) < 1.0:
        steps.append(TopPLogitsWarper(config['top_p']))
    return steps(previous, logits)
