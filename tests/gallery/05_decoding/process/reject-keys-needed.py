# reject: fails on a missing name
# message: check-raised-at
def process(logits, previous, config):
    logits = RepetitionPenaltyLogitsProcessor(float(config['repetition_penalty']))(previous, logits)
    return logits / config['temperature']
