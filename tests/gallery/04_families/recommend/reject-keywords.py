# reject: guesses from the name: completion, continuation, all else is fixed
# message: recommend-written
def recommend(task):
    if task not in TASKS:
        raise ValueError(task)
    if "contin" in task or "compl" in task:
        return {"family": "decoder", "reasons": ["writes text", "continues"]}
    return {"family": "encoder", "reasons": ["fixed answer"]}
