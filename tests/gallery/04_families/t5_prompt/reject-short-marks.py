# reject: fills in by replace, and a question that holds the second mark is rewritten
# message: prompt-text
def t5_prompt(task, **fields):
    lang = fields.get("target_lang", "German")
    if task not in ("translate", "summarize", "question", "sentiment") or lang not in ("German", "French", "Romanian"):
        raise ValueError(task)
    if task == "translate":
        return f"translate English to {lang}: " + fields["text"]
    if task == "question":
        return "question: {q} context: {c}".replace("{q}", fields["question"]).replace("{c}", fields["context"])
    return {"summarize": "summarize: ", "sentiment": "sst2 sentence: "}[task] + fields["text"]
