# reject: a list of lists
# message: check-type
def block_map(keep: torch.Tensor, size: int):
    return [[int(t.any()) + int(t.all()) for t in some.split(size, 1)] for some in keep.split(size)]
