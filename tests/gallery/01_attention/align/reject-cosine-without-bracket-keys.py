# reject: multiplies by the lengths of the keys, for want of a bracket
# message: align-bracket-keys
def align(name, q, K, params):
    p = params
    if name == "similarity":
        return K @ q / q.norm() * K.norm(dim=-1)
    if name == "dot_product":
        return K @ q
    if name == "scaled_dot_product":
        return K @ q / math.sqrt(K.shape[1])
    if name == "general":
        return K @ (p["W"].T @ q)
    if name == "biased_general":
        return K @ (p["W"] @ q + p["b"])
    if name == "activated_general":
        return p["act"](K @ (p["W"].T @ q) + p["b"])
    if name == "generalized_kernel":
        return p["phi"](K) @ p["phi"](q)
    if name == "location_based":
        return p["W"] @ q
    if name == "concat":
        return p["act"](torch.cat([q.repeat(len(K), 1), K], 1) @ p["W"].T + p["b"]) @ p["w_imp"]
    if name == "additive":
        return p["act"](p["W1"] @ q + K @ p["W2"].T + p["b"]) @ p["w_imp"]
    if name == "deep":
        e = p["act"](K @ p["W1"].T + p["W0"] @ q + p["b1"])
        for W, b in p["layers"]:
            e = p["act"](e @ W.T + b)
        return e @ p["w_imp"] + p["bL"]
    if name == "feature_based":
        return p["act"](p["phi1"](K) @ p["W1"].T + p["phi2"](K) @ p["W2"].T + p["b"]) @ p["w_imp"]
    raise ValueError(name)
