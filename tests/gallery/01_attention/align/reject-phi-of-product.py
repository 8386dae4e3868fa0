# reject: phi of the product
# message: align-phi-of-one
def align(name: str, q: torch.Tensor, K: torch.Tensor, params: dict) -> torch.Tensor:
    """The scores of the alignment function `name`, one for each key.

    q: [d_q]; K: [n, d_k]; params: the parameters by their symbols. Returns [n].
    Raises ValueError for an unknown name.
    """
    p = params
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
        return p["phi"](K * q).sum(-1)
    if name == "location_based":
        return p["W"] @ q
    if name == "deep":
        e = p["act"](K @ p["W1"].T + p["W0"] @ q + p["b1"])  # [n, h]
        for W, b in p["layers"]:
            e = p["act"](e @ W.T + b)
        return e @ p["w_imp"] + p["bL"]
    if name == "concat":
        pairs = torch.cat([q.expand(len(K), -1), K], dim=-1)  # [n, d_q + d_k]
        inside = pairs @ p["W"].T
    elif name == "additive":
        inside = p["W1"] @ q + K @ p["W2"].T
    elif name == "feature_based":
        inside = p["phi1"](K) @ p["W1"].T + p["phi2"](K) @ p["W2"].T
    else:
        raise ValueError(f"unknown alignment function {name!r}")
    return p["act"](inside + p["b"]) @ p["w_imp"]  # [n, h] to [n]

