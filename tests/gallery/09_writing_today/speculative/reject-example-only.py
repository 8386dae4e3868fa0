# reject: the answer of the example
# message: spec-rest-absolute
def speculative(target, draft, prefix, k, u):
    return [2]
