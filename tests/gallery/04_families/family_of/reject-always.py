# reject: one answer for everything
# message: family-future-missed
def family_of(jacobian):
    return "decoder"
