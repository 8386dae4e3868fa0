# accept: concat through additive, and columns instead of rows
def align(name, q, K, params):
    p = params
    if name == "similarity":
        return F.cosine_similarity(K, q[None], dim=-1)
    if name == "dot_product":
        return (K @ q[:, None]).squeeze(-1)
    if name == "scaled_dot_product":
        return K @ q / math.sqrt(K.shape[1])
    if name == "general":
        return (q @ p["W"] @ K.T)
    if name == "biased_general":
        return K @ (p["W"] @ q + p["b"])
    if name == "activated_general":
        return p["act"](K @ (p["W"].T @ q) + p["b"])
    if name == "generalized_kernel":
        return p["phi"](K) @ p["phi"](q)
    if name == "location_based":
        return p["W"] @ q
    if name == "concat":
        return align("additive", q, K, {**p, "W1": p["W"][:, :len(q)], "W2": p["W"][:, len(q):]})
    if name == "additive":
        return p["act"](p["W1"] @ q + K @ p["W2"].T + p["b"]) @ p["w_imp"]
    if name == "deep":
        e = p["act"](K @ p["W1"].T + p["W0"] @ q + p["b1"])
        for W, b in p["layers"]:
            e = p["act"](e @ W.T + b)
        return (p["w_imp"] @ e.T + p["bL"]).reshape(len(K))
    if name == "feature_based":
        return p["act"](p["phi1"](K) @ p["W1"].T + p["phi2"](K) @ p["W2"].T + p["b"]) @ p["w_imp"]
    raise ValueError(name)
