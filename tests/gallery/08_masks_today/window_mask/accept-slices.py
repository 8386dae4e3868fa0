# accept: rows and columns are opened, then the triangle
def window_mask(n: int, width: int, global_tokens=()) -> torch.Tensor:
    keep = torch.zeros(n, n).bool()
    for i in range(n):
        keep[i, max(0, i - width + 1) : i + 1] = True
    for g in global_tokens:
        keep[g, :g] = True
        keep[g:, g] = True
    return keep
