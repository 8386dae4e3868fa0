# accept: decoders for all that is written, by prompt where the text speaks of many tasks
def recommend(task):
    if task not in TASKS:
        raise ValueError("unknown task: " + task)
    encoders = ["spam detection", "sentiment analysis", "named entity recognition", "semantic search",
                "extractive question answering"]
    if task in encoders:
        return dict(family="encoder", reasons=["fixed answer"])
    by_prompt = task in ["translation", "summarization", "grammar correction"]
    why = "one for all" if by_prompt else "continues"
    return dict(family="decoder", reasons=[why, "writes text"])
