# reject: fails on a missing name
# message: process-missing-name
def process(logits, previous, config):
    logits = RepetitionPenaltyLogitsProcessor(float(config['repetition_penalty']))(previous, logits)
    return logits / config['temperature']
