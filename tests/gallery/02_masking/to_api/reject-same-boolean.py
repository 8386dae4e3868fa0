# reject: hands the same boolean to everyone
# message: api-additive-boolean
def to_api(keep, api):
    if api not in ("additive", "sdpa", "multihead", "huggingface"):
        raise ValueError(api)
    return keep
