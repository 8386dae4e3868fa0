# reject: the prefix names no language
# message: prompt-translate
def t5_prompt(task, **fields):
    lang = fields.get("target_lang", "German")
    if task == "translate":
        if lang not in ("German", "French", "Romanian"):
            raise ValueError(lang)
        return "translate: " + fields["text"]
    if task == "summarize":
        return "summarize: " + fields["text"]
    if task == "question":
        return f"question: {fields['question']} context: {fields['context']}"
    if task == "sentiment":
        return "sst2 sentence: " + fields["text"]
    raise ValueError(task)
