# reject: all calls of a kind return the same dict and list: who changes one changes later answers
# message: check-shares-result
_LABELS = {
    "spam detection",
    "sentiment analysis",
    "named entity recognition",
    "extractive question answering",
    "semantic search",
}
_ANSWERS = {
    "encoder": {"family": "encoder", "reasons": ["fixed answer"]},
    "encoder-decoder": {"family": "encoder-decoder", "reasons": ["writes text", "own source"]},
    "decoder": {"family": "decoder", "reasons": ["writes text", "continues"]},
}


def recommend(task: str) -> dict:
    """{"family": ..., "reasons": [keys of REASONS]} for a task of TASKS; ValueError for another."""
    if task not in TASKS:
        raise ValueError(f"unknown task: {task}")
    if task in _LABELS:
        return _ANSWERS["encoder"]
    if task in ("translation", "summarization", "grammar correction"):
        return _ANSWERS["encoder-decoder"]
    return _ANSWERS["decoder"]
