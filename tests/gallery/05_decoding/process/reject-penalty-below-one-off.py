# reject: a penalty below 1 counts as off
# message: process-no-penalty
def process(logits, previous, config):
    penalty = config.get("repetition_penalty", 1.0)
    n = config.get("no_repeat_ngram_size", 0)
    t = config.get("temperature", 1.0)
    k = config.get("top_k", 0)
    p = config.get("top_p", 1.0)
    steps = []
    if penalty > 1:
        steps.append(RepetitionPenaltyLogitsProcessor(float(penalty)))
    if n > 0:
        steps.append(NoRepeatNGramLogitsProcessor(n))
    if t != 1:
        steps.append(TemperatureLogitsWarper(float(t)))
    if k > 0:
        steps.append(TopKLogitsWarper(k))
    if p < 1:
        steps.append(TopPLogitsWarper(float(p)))
    for step in steps:
        logits = step(previous, logits)
    return logits
