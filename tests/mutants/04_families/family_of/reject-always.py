# reject: one answer for everything
# message: family-wrong
def family_of(jacobian):
    return "decoder"
