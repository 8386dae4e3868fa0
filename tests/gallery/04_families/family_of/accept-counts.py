# accept: counts the open cells
def family_of(jacobian):
    depends = jacobian.float().abs() > 1e-6
    rows, columns = depends.shape
    if columns != rows:
        return "encoder-decoder"
    open_cells = int(depends.sum())
    if open_cells == rows * rows:
        return "encoder"
    return "decoder" if open_cells == rows * (rows + 1) // 2 else "prefix"
