# reject: fills in by replace, with marks in capitals: a question that holds CONTEXT is rewritten
# message: prompt-text
def t5_prompt(task, **fields):
    lang = fields.get("target_lang", "German")
    prompts = {
        "translate": f"translate English to {lang}: TEXT",
        "summarize": "summarize: TEXT",
        "question": "question: QUESTION context: CONTEXT",
        "sentiment": "sst2 sentence: TEXT",
    }
    if task not in prompts or lang not in ("German", "French", "Romanian"):
        raise ValueError(task)
    if task == "question":
        return prompts[task].replace("QUESTION", fields["question"]).replace("CONTEXT", fields["context"])
    return prompts[task].replace("TEXT", fields["text"])
