# reject: the matrix stands left of the keys, in a line of its own
# message: align-matrix-left
def align(name, q, K, params):
    p = params
    if name == "dot_product":
        return K @ q
    if name == "biased_general":
        return K @ (p["W"] @ q + p["b"])
    if name == "scaled_dot_product":
        return K @ q / math.sqrt(len(q))
    if name == "similarity":
        return K @ q / (K.norm(dim=-1) * q.norm())
    if name == "general":
        return K @ p["W"].T @ q
    if name == "location_based":
        return p["W"] @ q
    if name == "additive":
        keys = torch.matmul(p["W2"], K.T)
        return p["act"](p["W1"] @ q + keys + p["b"]) @ p["w_imp"]
    return other_scores(name, q, K, p)
