# reject: T5 for everything
# message: recommend-label
def recommend(task):
    return {"family": "encoder-decoder", "reasons": ["writes text", "own source"]}
