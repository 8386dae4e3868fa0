# accept: reads what goes out from the text of the task
def recommend(task):
    if task not in TASKS:
        raise ValueError(task)
    out = TASKS[task]
    if "next" in out:
        return {"family": "decoder", "reasons": ["writes text", "continues"]}
    if any(word in out for word in ("spam", "positive", "label", "start and end", "score")):
        return {"family": "encoder", "reasons": ["fixed answer"]}
    return {"family": "encoder-decoder", "reasons": ["writes text", "own source"]}
