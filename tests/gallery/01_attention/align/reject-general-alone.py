# reject: only general, and wrong
# message: align-transposed
def align(name, q, K, params):
    p = params
    if name == "dot_product":
        return K @ q
    if name == "biased_general":
        return K @ (p["W"] @ q + p["b"])
    if name == "general":
        return K @ p["W"] @ q
    return other_scores(name, q, K, p)
