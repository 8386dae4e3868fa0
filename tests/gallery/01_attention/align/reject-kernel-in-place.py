# reject: multiplies the features in place, which may be K itself
# message: check-modified
def align(name: str, q: torch.Tensor, K: torch.Tensor, params: dict) -> torch.Tensor:
    """The scores of the alignment function `name`, one for each key."""

    def network(inside):
        return params["act"](inside + params["b"]) @ params["w_imp"]

    if name == "similarity":
        return F.normalize(K, dim=-1) @ F.normalize(q, dim=-1)
    if name == "dot_product":
        return K @ q
    if name == "scaled_dot_product":
        return K @ q / K.shape[-1] ** 0.5
    if name == "general":
        return K @ (q @ params["W"])
    if name == "biased_general":
        return K @ (params["W"] @ q + params["b"])
    if name == "activated_general":
        return params["act"](K @ (q @ params["W"]) + params["b"])
    if name == "generalized_kernel":
        features = params["phi"](K)
        features *= params["phi"](q)
        return features.sum(dim=-1)
    if name == "concat":
        return network(torch.cat([q.expand(len(K), -1), K], dim=-1) @ params["W"].T)
    if name == "additive":
        return network(params["W1"] @ q + K @ params["W2"].T)
    if name == "deep":
        e = params["act"](params["W0"] @ q + K @ params["W1"].T + params["b1"])
        for weight, bias in params["layers"]:
            e = params["act"](e @ weight.T + bias)
        return e @ params["w_imp"] + params["bL"]
    if name == "location_based":
        return params["W"] @ q
    if name == "feature_based":
        return network(params["phi1"](K) @ params["W1"].T + params["phi2"](K) @ params["W2"].T)
    raise ValueError(f"unknown name: {name}")
