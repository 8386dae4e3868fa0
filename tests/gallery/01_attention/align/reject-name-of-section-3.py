# reject: the vector under section 3's name, w
# message: align-given-lost
def align(name, q, K, params):
    p = params
    if name == "dot_product":
        return K @ q
    if name == "biased_general":
        return K @ (p["W"] @ q + p["b"])
    if name == "scaled_dot_product":
        return K @ q / math.sqrt(K.shape[-1])
    if name == "similarity":
        return K @ q / (K.norm(dim=-1) * q.norm())
    if name == "general":
        return K @ p["W"].T @ q
    if name == "additive":
        return p["act"](p["W1"] @ q + K @ p["W2"].T + p["b"]) @ p["w"]
    if name == "location_based":
        return p["W"] @ q
    return other_scores(name, q, K, p)
