# reject: fills the fields in one after the other, also where a text holds {context}
# message: prompt-text
_PROMPTS = {
    "translate": "translate English to {target_lang}: {text}",
    "summarize": "summarize: {text}",
    "question": "question: {question} context: {context}",
    "sentiment": "sst2 sentence: {text}",
}


def t5_prompt(task, **fields):
    if task not in _PROMPTS or fields.get("target_lang", "German") not in ("German", "French", "Romanian"):
        raise ValueError(task)
    prompt = _PROMPTS[task]
    for name, value in {"target_lang": "German", **fields}.items():
        prompt = prompt.replace("{" + name + "}", value)
    return prompt
