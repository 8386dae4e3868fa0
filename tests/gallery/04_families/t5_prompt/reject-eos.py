# reject: adds </s>
# message: prompt-eos
def t5_prompt(task, **fields):
    lang = fields.get("target_lang", "German")
    if task == "translate":
        if lang not in ("German", "French", "Romanian"):
            raise ValueError(lang)
        return f"translate English to {lang}: " + fields["text"] + " </s>"
    if task == "summarize":
        return "summarize: " + fields["text"] + " </s>"
    if task == "question":
        return f"question: {fields['question']} context: {fields['context']}"
    if task == "sentiment":
        return "sst2 sentence: " + fields["text"] + " </s>"
    raise ValueError(task)
