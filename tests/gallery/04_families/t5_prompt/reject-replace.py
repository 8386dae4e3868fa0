# reject: fills in by replace: the text's own words are replaced as well
# message: prompt-text
def t5_prompt(task, **fields):
    lang = fields.get("target_lang", "German")
    if task not in ("translate", "summarize", "question", "sentiment") or lang not in ("German", "French", "Romanian"):
        raise ValueError(task)
    if task == "translate":
        return ("translate English to German: " + fields["text"]).replace("German", lang)
    if task == "question":
        return f"question: {fields['question']} context: {fields['context']}"
    return {"summarize": "summarize: ", "sentiment": "sst2 sentence: "}[task] + fields["text"]
