# accept: the logarithm of ones and zeros
def to_api(keep, api):
    if api == "sdpa":
        return keep
    if api == "multihead":
        return keep == 0
    if api == "additive":
        return keep.float().log()
    if api == "huggingface":
        return keep.float().log()[None, None]
    raise ValueError("unknown api")
