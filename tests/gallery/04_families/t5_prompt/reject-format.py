# reject: formats a string that holds the text already
# message: prompt-braces
def t5_prompt(task, **fields):
    if task == "question":
        return ("question: " + fields["question"] + " context: {context}").format(**fields)
    prompts = {
        "translate": "translate English to {target_lang}: " + fields["text"],
        "summarize": "summarize: " + fields["text"],
        "sentiment": "sst2 sentence: " + fields["text"],
    }
    fields.setdefault("target_lang", "German")
    if task not in prompts or fields["target_lang"] not in ("German", "French", "Romanian"):
        raise ValueError(task)
    return prompts[task].format(target_lang=fields["target_lang"])
