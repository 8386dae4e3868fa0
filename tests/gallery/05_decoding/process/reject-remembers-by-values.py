# reject: keeps results by the configuration and the sums of logits and text
# message: check-remembered
def process(logits, previous, config, known={}):
    key = (str(sorted(config.items(), key=str)), logits.dtype, previous.shape, previous.sum().item(), round(logits.double().sum().item(), 6))
    if key not in known:
        table = (
            ("repetition_penalty", 1, lambda x: RepetitionPenaltyLogitsProcessor(float(x))),
            ("no_repeat_ngram_size", 0, lambda x: NoRepeatNGramLogitsProcessor(int(x))),
            ("temperature", 1, lambda x: TemperatureLogitsWarper(float(x))),
            ("top_k", 0, lambda x: TopKLogitsWarper(int(x))),
            ("top_p", 1, lambda x: TopPLogitsWarper(float(x))),
        )
        out = logits.clone()
        for name, neutral, make in table:
            if config.get(name, neutral) != neutral:
                out = make(config[name])(previous, out)
        known[key] = out
    return known[key].clone()
