# reject: returns the error
# message: check-did-not-raise
def to_api(keep, api):
    m = torch.zeros(keep.shape).masked_fill(~keep, -math.inf)
    if api == "huggingface":
        return m[None, None]
    if api in ("additive", "multihead", "sdpa"):
        return m
    return ValueError("unknown")
