# accept: a match statement and the lowest float
def to_api(keep, api):
    low = torch.finfo(torch.float32).min
    match api:
        case "additive":
            return (~keep).float() * low
        case "sdpa":
            return keep.clone()
        case "multihead":
            return keep.logical_not()
        case "huggingface":
            return ((~keep).float() * low).unsqueeze(0).unsqueeze(0)
        case _:
            raise ValueError(f"no such api: {api}")
