# reject: chat as a rewriting task
# message: recommend-goes-on
def recommend(task):
    if task not in TASKS:
        raise ValueError(task)
    if task in ("spam detection", "sentiment analysis", "named entity recognition", "extractive question answering", "semantic search"):
        return {"family": "encoder", "reasons": ["fixed answer"]}
    if task in ("translation", "summarization", "grammar correction", "chat assistant"):
        return {"family": "encoder-decoder", "reasons": ["writes text", "own source"]}
    return {"family": "decoder", "reasons": ["writes text", "continues"]}
