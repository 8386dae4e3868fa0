# reject: a table that is nearly all open counts as an encoder
# message: family-prefix-is-open
def family_of(jacobian):
    depends = jacobian.abs() > 1e-6 if jacobian.is_floating_point() else jacobian
    outputs, inputs = depends.shape
    if inputs > outputs:
        return "encoder-decoder"
    future = depends.triu(diagonal=1)
    if not future.any():
        return "decoder"
    return "encoder" if depends.double().mean() > 0.95 else "prefix"
