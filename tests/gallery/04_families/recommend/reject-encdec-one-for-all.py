# reject: the wrong second reason for T5
# message: recommend-reasons-elsewhere
def recommend(task):
    fixed = {
        "spam detection", "sentiment analysis", "named entity recognition",
        "extractive question answering", "semantic search",
    }
    another_text = {"translation", "summarization", "grammar correction"}
    if task not in TASKS:
        raise ValueError(f"there is no task {task!r}")
    if task in fixed:
        return {"family": "encoder", "reasons": ["fixed answer"]}
    if task in another_text:
        return {"family": "encoder-decoder", "reasons": ["writes text", "one for all"]}
    return {"family": "decoder", "reasons": ["writes text", "continues"]}
