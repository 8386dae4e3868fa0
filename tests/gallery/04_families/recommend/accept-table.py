# accept: a table
def recommend(task):
    label = {"family": "encoder", "reasons": ["fixed answer"]}
    rewrite = {"family": "encoder-decoder", "reasons": ["own source", "writes text"]}
    go_on = {"family": "decoder", "reasons": ["continues", "writes text"]}
    table = {
        "spam detection": label, "sentiment analysis": label, "named entity recognition": label,
        "extractive question answering": label, "semantic search": label, "translation": rewrite,
        "summarization": rewrite, "grammar correction": rewrite, "writing assistant": rewrite,
        "story continuation": go_on, "poem continuation": go_on, "code completion": go_on,
        "chat assistant": go_on,
    }
    if task not in table:
        raise ValueError(task)
    return table[task]
