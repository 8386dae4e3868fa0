# accept: a table of functions
def to_api(keep, api):
    def additive():
        return torch.zeros(keep.shape).masked_fill(keep.logical_not(), -1e9)

    makers = {
        "additive": additive,
        "sdpa": lambda: keep,
        "multihead": lambda: ~keep,
        "huggingface": lambda: additive()[None, None],
    }
    if api not in makers:
        raise ValueError(f"api must be one of {sorted(makers)}")
    return makers[api]()
