# reject: reasons in own words
# message: recommend-reason-unknown
def recommend(task):
    if task not in TASKS:
        raise ValueError(task)
    if task in ("spam detection", "sentiment analysis", "named entity recognition", "extractive question answering", "semantic search"):
        return {"family": "encoder", "reasons": ["it is a label"]}
    if task in ("translation", "summarization", "grammar correction"):
        return {"family": "encoder-decoder", "reasons": ["writes text", "own source"]}
    return {"family": "decoder", "reasons": ["writes text", "continues"]}
