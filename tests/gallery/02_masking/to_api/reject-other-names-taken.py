# reject: takes short and other spellings of the names
# message: check-did-not-raise
def to_api(keep: torch.Tensor, api: str) -> torch.Tensor:
    additive = torch.zeros(keep.shape).masked_fill(~keep, -math.inf)
    if api == "additive":
        return additive
    if api == "sdpa":
        return keep.clone()
    if api in ("multihead", "mha"):
        return ~keep
    if api in ("huggingface", "hugging_face", "hf"):
        return additive[None, None]
    raise ValueError(f"unknown api: {api}")
