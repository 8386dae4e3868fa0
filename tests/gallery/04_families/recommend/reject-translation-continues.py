# reject: a large decoder for translation, because it continues
# message: recommend-reason-false
def recommend(task):
    if task not in TASKS:
        raise ValueError(task)
    if task in ("spam detection", "sentiment analysis", "named entity recognition", "extractive question answering", "semantic search"):
        return {"family": "encoder", "reasons": ["fixed answer"]}
    if task in ("translation", "summarization", "grammar correction"):
        return {"family": "decoder", "reasons": ["writes text", "continues"]}
    return {"family": "decoder", "reasons": ["writes text", "continues"]}
