# reject: does not know prefix LMs
# message: family-prefix-is-open
def family_of(jacobian):
    depends = jacobian.abs() > 1e-6 if jacobian.is_floating_point() else jacobian
    if depends.shape[0] < depends.shape[1]:
        return "encoder-decoder"
    return "encoder" if depends.triu(1).any() else "decoder"
