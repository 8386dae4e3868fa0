# reject: one language too many
# message: check-did-not-raise
def t5_prompt(task: str, **fields: str) -> str:
    """The prompt of a task as T5 was trained on it; ValueError for another task or language."""
    languages = ("German", "French", "Romanian", "Italian")
    match task:
        case "translate":
            language = fields.get("target_lang", "German")
            if language not in languages:
                raise ValueError(f"unknown language: {language}")
            return f"translate English to {language}: {fields['text']}"
        case "summarize":
            return f"summarize: {fields['text']}"
        case "question":
            return f"question: {fields['question']} context: {fields['context']}"
        case "sentiment":
            return f"sst2 sentence: {fields['text']}"
    raise ValueError(f"unknown task: {task}")
