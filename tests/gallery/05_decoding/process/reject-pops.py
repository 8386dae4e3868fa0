# reject: takes the names out of the caller's config
# message: check-modified
def process(logits, previous, config):
    if config.pop('repetition_penalty', 1.0) != 1.0:
        logits = RepetitionPenaltyLogitsProcessor(1.0 + 0.0)(previous, logits)
    return logits
