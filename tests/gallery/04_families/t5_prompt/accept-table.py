# accept: a table of templates, filled once
def t5_prompt(task, **fields):
    templates = {
        "translate": "translate English to {target_lang}: {text}",
        "summarize": "summarize: {text}",
        "question": "question: {question} context: {context}",
        "sentiment": "sst2 sentence: {text}",
    }
    if task not in templates:
        raise ValueError(task)
    values = {"target_lang": "German", **fields}
    if values["target_lang"] not in ("German", "French", "Romanian"):
        raise ValueError(values["target_lang"])
    return templates[task].format(**values)
