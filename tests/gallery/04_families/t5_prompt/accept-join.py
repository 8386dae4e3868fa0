# accept: joined with join
def t5_prompt(task, **fields):
    lang = fields.get("target_lang", "German")
    if task == "translate":
        if lang not in ("German", "French", "Romanian"):
            raise ValueError(lang)
        return f"translate English to {lang}: " + fields["text"]
    if task == "summarize":
        return "summarize: " + fields["text"]
    if task == "question":
        return " ".join(["question:", fields["question"], "context:", fields["context"]])
    if task == "sentiment":
        return "sst2 sentence: " + fields["text"]
    raise ValueError(task)
