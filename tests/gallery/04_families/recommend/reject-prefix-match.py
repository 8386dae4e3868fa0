# reject: every beginning of a name is a task
# message: check-did-not-raise
def recommend(task):
    fixed = {
        "spam detection", "sentiment analysis", "named entity recognition",
        "extractive question answering", "semantic search",
    }
    another_text = {"translation", "summarization", "grammar correction"}
    task = next((n for n in TASKS if n.startswith(task)), '')
    if not task:
        raise ValueError(f"there is no task {task!r}")
    if task in fixed:
        return {"family": "encoder", "reasons": ["fixed answer"]}
    if task in another_text:
        return {"family": "encoder-decoder", "reasons": ["writes text", "own source"]}
    return {"family": "decoder", "reasons": ["writes text", "continues"]}
