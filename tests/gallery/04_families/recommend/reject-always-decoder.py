# reject: one answer for everything
# message: recommend-label
def recommend(task):
    return {"family": "decoder", "reasons": ["writes text", "one for all"]}
