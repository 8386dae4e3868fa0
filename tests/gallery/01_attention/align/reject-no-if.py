# reject: the first of two bare lines answers every name
# message: align-no-if
def align(name, q, K, params):
    p = params
    if name == "scaled_dot_product":
        return K @ q / math.sqrt(K.shape[-1])
    if name == "biased_general":
        return K @ (p["W"] @ q + p["b"])
    return K @ q / (K.norm(dim=-1) * q.norm())
    return K @ p["W"].T @ q
