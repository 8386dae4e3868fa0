# reject: the given additive score is rewritten as in section 3, with tanh and no bias
# message: align-given-additive
def align(name, q, K, params):
    p = params
    if name == "similarity":
        return K @ q / (K.norm(dim=-1) * q.norm())
    if name == "general":
        return K @ p["W"].T @ q
    if name == "scaled_dot_product":
        return K @ q / math.sqrt(K.shape[-1])
    if name == "biased_general":
        return K @ (p["W"] @ q + p["b"])
    if name == "additive":
        return torch.tanh(p["W1"] @ q + K @ p["W2"].T) @ p["w_imp"]
    return other_scores(name, q, K, p)
