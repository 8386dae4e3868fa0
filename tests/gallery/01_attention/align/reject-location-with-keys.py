# reject: location_based multiplies with K as well
# message: align-location-keys
def align(name, q, K, params):
    p = params
    if name == "similarity":
        return F.cosine_similarity(K, q[None], dim=-1)
    if name == "dot_product":
        return K @ q
    if name == "scaled_dot_product":
        return K @ q / math.sqrt(K.shape[1])
    if name == "general":
        return K @ (p["W"].T @ q)
    if name == "activated_general":
        return p["act"](K @ (p["W"].T @ q) + p["b"])
    if name == "additive":
        return p["act"](p["W1"] @ q + K @ p["W2"].T + p["b"]) @ p["w_imp"]
    if name == "biased_general":
        return K @ (p["W"] @ q + p["b"])
    if name == "location_based":
        return K @ (p["W"] @ q)
    raise ValueError(name)
