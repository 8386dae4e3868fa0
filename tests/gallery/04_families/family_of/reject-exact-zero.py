# reject: takes rounding errors for dependence
# message: family-noise
def family_of(jacobian):
    depends = jacobian != 0
    if depends.shape[0] < depends.shape[1]:
        return "encoder-decoder"
    if not depends.triu(1).any():
        return "decoder"
    return "encoder" if depends.all() else "prefix"
