# reject: takes line ends off
# message: prompt-text
def t5_prompt(task, **fields):
    fields = {k: v.rstrip("\n") if v != "" else v for k, v in fields.items()}
    if task == "translate":
        language = fields.get("target_lang", "German")
        if language not in ("German", "French", "Romanian"):
            raise ValueError(language)
        return f"translate English to {language}: {fields['text']}"
    if task == "summarize":
        return f"summarize: {fields['text']}"
    if task == "question":
        return f"question: {fields['question']} context: {fields['context']}"
    if task == "sentiment":
        return f"sst2 sentence: {fields['text']}"
    raise ValueError(task)
