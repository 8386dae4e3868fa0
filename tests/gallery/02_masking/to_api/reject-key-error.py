# reject: a KeyError for an unknown api
# message: check-raised-other
def to_api(keep, api):
    additive = torch.zeros(keep.shape).masked_fill(~keep, -math.inf)
    return {
        "additive": additive,
        "sdpa": keep,
        "multihead": ~keep,
        "huggingface": additive[None, None],
    }[api]
