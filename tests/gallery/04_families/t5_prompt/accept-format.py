# accept: format with the texts as fields
def t5_prompt(task, **fields):
    forms = {"translate": "translate English to {target_lang}: {text}", "summarize": "summarize: {text}", "question": "question: {question} context: {context}", "sentiment": "sst2 sentence: {text}"}
    if task not in forms: raise ValueError
    fields.setdefault("target_lang", "German")
    if fields["target_lang"] not in ("German", "French", "Romanian"): raise ValueError
    return forms[task].format(**fields)
