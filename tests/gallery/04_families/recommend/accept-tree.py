# accept: the tree, by the last word
def recommend(task):
    if task not in TASKS: raise ValueError
    writes = task.split()[-1] not in ("detection", "analysis", "recognition", "answering", "search")
    if not writes: return {"family": "encoder", "reasons": ("fixed answer",)}
    source = task in ("translation", "summarization", "grammar correction")
    if source: return {"family": "decoder", "reasons": ["writes text", "own source", "one for all"]}
    return {"family": "decoder", "reasons": ["writes text", "continues"]}
