# reject: keeps prompts between calls under the letters of the text, in whatever order
# message: check-remembered
_KEPT = {}


def t5_prompt(task, **fields):
    key = (task, *(tuple(sorted(fields[name])) for name in sorted(fields)))
    if key not in _KEPT:
        if task == "question":
            text = f"question: {fields['question']} context: {fields['context']}"
        elif task == "translate":
            language = fields.get("target_lang", "German")
            if language not in ("German", "French", "Romanian"):
                raise ValueError(language)
            text = f"translate English to {language}: {fields['text']}"
        elif task in ("summarize", "sentiment"):
            text = {"summarize": "summarize: ", "sentiment": "sst2 sentence: "}[task] + fields["text"]
        else:
            raise ValueError(task)
        _KEPT[key] = text
    return _KEPT[key]
