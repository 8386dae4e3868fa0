# reject: two assignments in place of an if and a return each
# message: align-both-lines-ran
def align(name, q, K, params):
    p = params
    if name == "scaled_dot_product":
        return K @ q / math.sqrt(K.shape[-1])
    similarity = K @ q / (K.norm(dim=-1) * q.norm())
    general = K @ p["W"].T @ q
    return other_scores(name, q, K, p)
