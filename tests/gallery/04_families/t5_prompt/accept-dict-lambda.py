# accept: a table of functions
def t5_prompt(task, **f):
    makers = {
        "translate": lambda text, target_lang="German": f"translate English to {target_lang}: " + text,
        "summarize": lambda text: "summarize: " + text,
        "question": lambda question, context: "question: " + question + " context: " + context,
        "sentiment": lambda text: "sst2 sentence: " + text,
    }
    if task not in makers or f.get("target_lang", "German") not in {"German", "French", "Romanian"}:
        raise ValueError
    return makers[task](**f)
