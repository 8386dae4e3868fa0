# reject: the bare text for an unknown task
# message: check-did-not-raise
def t5_prompt(task, **fields):
    lang = fields.get("target_lang", "German")
    if task == "translate":
        if lang not in ("German", "French", "Romanian"):
            raise ValueError(lang)
        return f"translate English to {lang}: " + fields["text"]
    if task == "summarize":
        return "summarize: " + fields["text"]
    if task == "question":
        return f"question: {fields['question']} context: {fields['context']}"
    if task == "sentiment":
        return "sst2 sentence: " + fields["text"]
    return fields["text"]
