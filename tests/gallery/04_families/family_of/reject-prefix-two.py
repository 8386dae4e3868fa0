# reject: knows prefixes of two only
# message: family-prefix-is-open
def family_of(jacobian):
    depends = jacobian.abs() > 1e-6 if jacobian.is_floating_point() else jacobian
    if depends.shape[0] < depends.shape[1]:
        return "encoder-decoder"
    if not depends.triu(1).any():
        return "decoder"
    n = len(depends)
    return "prefix" if depends.triu(1).sum() == 1 else "encoder"
