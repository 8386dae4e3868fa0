# reject: extractive question answering is sent to T5
# message: recommend-label
def recommend(task):
    if task not in TASKS:
        raise ValueError(task)
    if task in ("spam detection", "sentiment analysis", "named entity recognition", "semantic search"):
        return {"family": "encoder", "reasons": ["fixed answer"]}
    if task in ("translation", "summarization", "grammar correction", "extractive question answering"):
        return {"family": "encoder-decoder", "reasons": ["writes text", "own source"]}
    return {"family": "decoder", "reasons": ["writes text", "continues"]}
