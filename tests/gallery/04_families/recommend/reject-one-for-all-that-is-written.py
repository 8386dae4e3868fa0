# reject: decoders by prompt for all that is written
# message: recommend-one-for-all
def recommend(task):
    if task not in TASKS:
        raise ValueError("unknown task: " + task)
    encoders = ["spam detection", "sentiment analysis", "named entity recognition", "semantic search",
                "extractive question answering"]
    if task in encoders:
        return dict(family="encoder", reasons=["fixed answer"])
    return dict(family="decoder", reasons=["one for all", "writes text"])
