# reject: translation by an encoder, as a document has it
# message: recommend-written
def recommend(task):
    if task not in TASKS:
        raise ValueError(task)
    if task in ("spam detection", "sentiment analysis", "named entity recognition", "extractive question answering", "semantic search", "translation"):
        return {"family": "encoder", "reasons": ["fixed answer"]}
    if task in ("translation", "summarization", "grammar correction"):
        return {"family": "encoder-decoder", "reasons": ["writes text", "own source"]}
    return {"family": "decoder", "reasons": ["writes text", "continues"]}
