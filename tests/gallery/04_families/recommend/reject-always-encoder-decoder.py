# reject: T5 for everything
# message: recommend-family
def recommend(task):
    return {"family": "encoder-decoder", "reasons": ["writes text", "own source"]}
