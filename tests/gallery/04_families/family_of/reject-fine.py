# reject: takes what is above 1e-7 for dependence
# message: family-noise
def family_of(jacobian):
    depends = jacobian.abs() > 1e-7 if jacobian.is_floating_point() else jacobian
    if depends.shape[0] < depends.shape[1]:
        return "encoder-decoder"
    if not depends.triu(1).any():
        return "decoder"
    return "encoder" if depends.all() else "prefix"
