# reject: says that one model for all prompts speaks for an encoder
# message: recommend-encoder-prompted
def recommend(task):
    if task not in TASKS:
        raise ValueError(task)
    if task in ("spam detection", "sentiment analysis", "named entity recognition", "extractive question answering", "semantic search"):
        return {"family": "encoder", "reasons": ["fixed answer", "one for all"]}
    if task in ("translation", "summarization", "grammar correction"):
        return {"family": "encoder-decoder", "reasons": ["writes text", "own source"]}
    return {"family": "decoder", "reasons": ["writes text", "continues"]}
