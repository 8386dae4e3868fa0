# accept: the fields as named arguments
def t5_prompt(task, text="", target_lang="German", question="", context=""):
    if task == "translate" and target_lang in ["German", "French", "Romanian"]:
        return "".join(["translate English to ", target_lang, ": ", text])
    if task in ("summarize", "sentiment"):
        return {"summarize": "summarize", "sentiment": "sst2 sentence"}[task] + ": " + text
    if task != "question":
        raise ValueError(task, target_lang)
    return "question: %s context: %s" % (question, context)
