# reject: the prompt is normalized (NFC): an e with a combining accent becomes another text
# message: prompt-text
import unicodedata


def t5_prompt(task: str, **fields: str) -> str:
    """The prompt of a task as T5 was trained on it; ValueError for another task or language."""
    if task == "translate":
        language = fields.get("target_lang", "German")
        if language not in ("German", "French", "Romanian"):
            raise ValueError(language)
        prompt = "translate English to " + language + ": " + fields["text"]
    elif task == "summarize":
        prompt = "summarize: " + fields["text"]
    elif task == "question":
        prompt = "question: " + fields["question"] + " context: " + fields["context"]
    elif task == "sentiment":
        prompt = "sst2 sentence: " + fields["text"]
    else:
        raise ValueError(task)
    return unicodedata.normalize("NFC", prompt)
