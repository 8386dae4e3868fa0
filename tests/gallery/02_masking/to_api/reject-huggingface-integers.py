# reject: ones and zeros as integers for Hugging Face
# message: api-huggingface-integers
def to_api(keep, api):
    if api == "additive":
        return torch.where(keep, 0.0, -math.inf)
    if api == "sdpa":
        return keep
    if api == "multihead":
        return ~keep
    if api == "huggingface":
        return keep.long()[None, None]
    raise ValueError(api)
