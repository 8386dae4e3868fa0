# accept: match and f-strings
def t5_prompt(task, **fields):
    match task:
        case "translate" if fields.get("target_lang", "German") in {"German", "French", "Romanian"}:
            return f"translate English to {fields.get('target_lang', 'German')}: {fields['text']}"
        case "summarize":
            return f"summarize: {fields['text']}"
        case "question":
            return f"question: {fields['question']} context: {fields['context']}"
        case "sentiment":
            return f"sst2 sentence: {fields['text']}"
    raise ValueError(f"unknown: {task}")
