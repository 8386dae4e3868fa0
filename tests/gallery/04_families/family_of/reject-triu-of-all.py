# reject: looks above the diagonal of the whole table: source columns seem the future
# message: family-source-columns
def family_of(jacobian):
    depends = jacobian.abs() > 1e-6 if jacobian.is_floating_point() else jacobian
    future = depends.triu(1)
    if not future.any():
        return "decoder"
    if depends.all():
        return "encoder"
    return "prefix" if depends[:, 0].all() else "encoder-decoder"
