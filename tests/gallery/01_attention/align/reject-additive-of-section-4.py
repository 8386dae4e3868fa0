# reject: only additive, with tanh and no bias
# message: align-given-additive
def align(name, q, K, params):
    p = params
    if name == "dot_product":
        return K @ q
    if name == "biased_general":
        return K @ (p["W"] @ q + p["b"])
    if name == "additive":
        return torch.tanh(p["W1"] @ q + K @ p["W2"].T) @ p["w_imp"]
    return other_scores(name, q, K, p)
