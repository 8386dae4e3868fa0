# reject: leaves the prefix out where the text has one
# message: prompt-twice
def t5_prompt(task, **fields):
    if task == "translate":
        language = fields.get("target_lang", "German")
        if language not in ("German", "French", "Romanian"):
            raise ValueError(f"T5 was not trained to translate into {language}")
        return f"translate English to {language}: {fields['text']}"
    if task == "summarize":
        return fields['text'] if fields['text'].startswith('summarize: ') else f"summarize: {fields['text']}"
    if task == "question":
        return f"question: {fields['question']} context: {fields['context']}"
    if task == "sentiment":
        return f"sst2 sentence: {fields['text']}"
    raise ValueError(f"there is no task {task!r}")
