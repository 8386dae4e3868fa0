# accept: the course's own table of prefixes
def t5_prompt(task, **fields):
    from course_utils.language.text_tasks import PREFIXES

    if task not in PREFIXES:
        raise ValueError(task)
    if task == "question":
        return PREFIXES[task].format(**fields)
    lang = fields.get("target_lang", "German")
    if lang not in ("German", "French", "Romanian"):
        raise ValueError(lang)
    return PREFIXES[task].replace("German", lang) + fields["text"]
