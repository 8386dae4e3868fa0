# reject: in capitals
# message: family-unknown
def family_of(jacobian):
    depends = jacobian.abs() > 1e-6 if jacobian.is_floating_point() else jacobian
    if depends.shape[0] < depends.shape[1]:
        return "Encoder-Decoder"
    if not depends.triu(1).any():
        return "Decoder"
    return "Encoder" if depends.all() else "Prefix"
