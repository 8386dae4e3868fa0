# reject: looks at the first row: full or not
# message: family-prefix-missed
def family_of(jacobian):
    depends = jacobian.abs() > 1e-6 if jacobian.is_floating_point() else jacobian
    if depends.shape[0] < depends.shape[1]:
        return "encoder-decoder"
    return "encoder" if depends[0].all() else "decoder"
