# reject: takes names with blanks round them
# message: check-did-not-raise
def align(name: str, q: torch.Tensor, K: torch.Tensor, params: dict) -> torch.Tensor:
    p = params
    name = name.strip()
    if name == "similarity":
        return K @ q / (K.norm(dim=-1) * q.norm())
    if name == "dot_product":
        return K @ q
    if name == "scaled_dot_product":
        return K @ q / math.sqrt(K.shape[-1])
    if name == "general":
        return K @ p["W"].T @ q
    if name == "biased_general":
        return K @ (p["W"] @ q + p["b"])
    if name == "activated_general":
        return p["act"](K @ p["W"].T @ q + p["b"])
    if name == "generalized_kernel":
        return p["phi"](K) @ p["phi"](q)
    if name == "concat":
        both = torch.cat([q.expand(len(K), -1), K], dim=-1)
        return p["act"](both @ p["W"].T + p["b"]) @ p["w_imp"]
    if name == "additive":
        return p["act"](p["W1"] @ q + K @ p["W2"].T + p["b"]) @ p["w_imp"]
    if name == "deep":
        e = p["act"](K @ p["W1"].T + p["W0"] @ q + p["b1"])
        for W, b in p["layers"]:
            e = p["act"](e @ W.T + b)
        return e @ p["w_imp"] + p["bL"]
    if name == "location_based":
        return p["W"] @ q
    if name == "feature_based":
        inside = p["phi1"](K) @ p["W1"].T + p["phi2"](K) @ p["W2"].T + p["b"]
        return p["act"](inside) @ p["w_imp"]
    raise ValueError(f"unknown alignment function {name!r}")
