# reject: looks at the last row
# message: family-decoder-is-open
def family_of(jacobian):
    if jacobian.shape[0] < jacobian.shape[1]:
        return "encoder-decoder"
    return "encoder" if (jacobian[-1] != 0).all() else "decoder"
