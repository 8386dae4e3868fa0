# reject: reads columns as outputs
# message: family-decoder-is-open
def family_of(jacobian):
    depends = jacobian.abs() > 1e-6 if jacobian.is_floating_point() else jacobian
    if depends.shape[0] != depends.shape[1]:
        return "encoder-decoder"
    if depends.tril(-1).all() and not depends.triu(1).any():
        return "decoder"
    return "encoder" if depends[-1].all() else "prefix"
