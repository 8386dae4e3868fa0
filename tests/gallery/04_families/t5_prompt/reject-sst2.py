# reject: half of the prefix
# message: prompt-sst2
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
        return "sst2: " + fields["text"]
    raise ValueError(task)
