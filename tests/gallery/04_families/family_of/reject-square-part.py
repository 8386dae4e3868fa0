# reject: ignores the source's columns and answers decoder
# message: family-source-columns
def family_of(jacobian):
    depends = jacobian.abs() > 1e-6 if jacobian.is_floating_point() else jacobian
    depends = depends[:, -depends.shape[0]:]
    if not depends.triu(1).any():
        return "decoder"
    return "encoder" if depends.all() else "prefix"
