# reject: hands the same boolean to everyone
# message: check-dtype
def to_api(keep, api):
    if api not in ("additive", "sdpa", "multihead", "huggingface"):
        raise ValueError(api)
    return keep
