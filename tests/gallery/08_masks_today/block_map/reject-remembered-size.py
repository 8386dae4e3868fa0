# reject: keeps the map by the mask, not by the size
# message: check-remembered
_MAPS = {}


def block_map(keep: torch.Tensor, size: int) -> torch.Tensor:
    rows = [[int(t.any()) + int(t.all()) for t in some.split(size, 1)] for some in keep.split(size)]
    new = torch.tensor(rows, dtype=torch.int8)
    key = (tuple(keep.flatten().tolist()), new.shape)
    return _MAPS.setdefault(key, new).clone()
