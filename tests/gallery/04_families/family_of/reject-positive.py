# reject: counts positive derivatives only
# message: family-sign
def family_of(jacobian):
    depends = jacobian > 1e-6
    if depends.shape[0] < depends.shape[1]:
        return "encoder-decoder"
    if not depends.triu(1).any():
        return "decoder"
    return "encoder" if depends.all() else "prefix"
