# reject: a KeyError for an unknown task
# message: check-raised-other
def recommend(task):
    TASKS[task]
    if task in ("spam detection", "sentiment analysis", "named entity recognition", "extractive question answering", "semantic search"):
        return {"family": "encoder", "reasons": ["fixed answer"]}
    if task in ("translation", "summarization", "grammar correction"):
        return {"family": "encoder-decoder", "reasons": ["writes text", "own source"]}
    return {"family": "decoder", "reasons": ["writes text", "continues"]}
