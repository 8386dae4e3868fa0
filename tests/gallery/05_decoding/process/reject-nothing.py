# reject: returns the logits
# message: process-no-penalty
def process(logits, previous, config):
    return logits.clone()
