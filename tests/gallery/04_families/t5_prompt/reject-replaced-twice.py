# reject: one replacement after another, so that a text which holds a mark is rewritten
# message: prompt-text
PROMPTS = {
    "translate": "translate English to <target_lang>: <text>",
    "summarize": "summarize: <text>",
    "question": "question: <question> context: <context>",
    "sentiment": "sst2 sentence: <text>",
}


def t5_prompt(task: str, **fields: str) -> str:
    """The prompt of a task as T5 was trained on it; ValueError for another task or language."""
    if task not in PROMPTS:
        raise ValueError(f"unknown task {task!r}")
    if task == "translate":
        fields = {"target_lang": fields.get("target_lang", "German"), "text": fields["text"]}
        if fields["target_lang"] not in ("German", "French", "Romanian"):
            raise ValueError(f"unknown language {fields['target_lang']!r}")
    prompt = PROMPTS[task]
    for name in ("target_lang", "question", "context", "text"):
        if name in fields:
            prompt = prompt.replace(f"<{name}>", fields[name])
    return prompt
